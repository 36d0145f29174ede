extends Node2D
## Drags blobs with the mouse, and drops another one when space is pressed.

@onready var world: BlobsmithWorld = $World
var blob := BlobsmithLevel.from_file("res://first.blob.json")
var hand := 0

func _ready() -> void:
	world.contact_begun.connect(_on_contact_begun)

func _unhandled_input(event: InputEvent) -> void:
	var at := world.get_local_mouse_position()
	if event is InputEventMouseMotion and hand != 0:
		world.move_hand(hand, at)
	elif event is InputEventMouseButton and event.button_index == MOUSE_BUTTON_LEFT:
		if hand != 0:
			world.release(hand)
		var node := world.nearest_node(at, 60.0) if event.pressed else ""
		hand = world.grab(node, at) if node != "" else 0
	elif event.is_action_pressed("ui_accept"):
		world.spawn(blob, Vector2(0, -300), 20.0)

func _on_contact_begun(first: String, second: String, _point: Vector2, _normal: Vector2, impulse: float) -> void:
	if impulse > 1.0:
		print(first, " hits ", second)
