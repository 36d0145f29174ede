import json, math, blobsmith
n = 16
nodes = [{"position": [math.cos(math.tau * i / n), 3 + math.sin(math.tau * i / n)]} for i in range(n)]
pairs = [(i, (i + step) % n) for step in (1, 2, 7) for i in range(n)]
springs = [{"a": a, "b": b, "rest_length": math.dist(nodes[a]["position"], nodes[b]["position"]), "stiffness": 0.1, "damping": 0.02} for a, b in pairs]
body = {"id": "blob", "nodes": nodes, "springs": springs, "hull": [[i, (i + 1) % n] for i in range(n)]}
floor = {"shape": {"Line": [[0, 0], [1, 0]]}}
world = blobsmith.World.from_text(json.dumps({"format": 2, "world": {"gravity": [0, -0.01], "substeps": 8}, "bodies": [body], "obstacles": [floor]}))
world.step(60)
blobsmith.plot(world).figure.savefig("blob.png")
