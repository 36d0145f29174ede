"""A level in a window with pygame-ce: drag blobs with the mouse, press space to drop another one.

    python pygame_drop.py LEVEL [--prefab FILE] [--picture OUT.png --frames N]

With `--picture` it drops blobs by itself, saves the frame N and ends; SDL_VIDEODRIVER=dummy needs no display then.
"""

import argparse

import numpy as np
import pygame

import blobsmith

SIZE = (960, 600)
COLOURS = ["#4c9be8", "#e8774c", "#5cb87a", "#b074d6", "#d6b23c", "#4cc4c4"]


class Camera:
    """Fits the bodies of the level into the window; y points up in the level."""

    def __init__(self, world):
        points = world.all_positions()
        low, high = points.min(axis=0) - 1, points.max(axis=0) + 1
        self.scale = min(SIZE / (high - low))
        self.offset = np.array(SIZE) / 2 - self.scale * np.array([1, -1]) * (low + high) / 2

    def to_screen(self, points):
        return np.asarray(points) * self.scale * [1, -1] + self.offset

    def to_level(self, pixel):
        return (np.array(pixel) - self.offset) / self.scale * [1, -1]


def draw(screen, camera, world, alpha):
    screen.fill("#f6f8fa")
    drawn = world.draw_between(alpha)
    for index, body in enumerate(drawn.bodies):
        for loop in drawn.loops[body.loops]:
            outline = camera.to_screen(drawn.points[drawn.outlines[loop.points]])
            colour = pygame.Color(COLOURS[index % len(COLOURS)])
            # pygame cannot fill polygons with holes, as the walls of a container.
            if loop.is_closed and body.loops.stop - body.loops.start == 1:
                pygame.draw.polygon(screen, colour.lerp("white", 0.4), outline)
            pygame.draw.aalines(screen, colour, loop.is_closed, outline)
    for disc in drawn.discs:
        pygame.draw.aacircle(screen, "#d6b23c", camera.to_screen(disc.center), max(disc.radius * camera.scale, 1))


class Game:
    def __init__(self, world, prefab):
        self.world, self.prefab, self.hand = world, prefab, None
        self.camera = Camera(world)
        world.set_interpolation(True)

    def drop(self, pixel):
        self.world.spawn(self.prefab, self.camera.to_level(pixel), angle_deg=float(pixel[0] % 90))

    def handle(self, event):
        world, camera = self.world, self.camera
        if event.type == pygame.MOUSEBUTTONDOWN:
            found = world.nearest_node(camera.to_level(event.pos), 1.0)
            if found and not world.is_pinned(*found):
                self.hand = world.grab(found, camera.to_level(event.pos))
        elif event.type == pygame.MOUSEMOTION and self.hand:
            world.move_hand(self.hand, camera.to_level(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and self.hand:
            world.release(self.hand)
            self.hand = None
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self.drop(pygame.mouse.get_pos())
        return event.type != pygame.QUIT


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("level")
    parser.add_argument("--prefab")
    parser.add_argument("--picture")
    parser.add_argument("--frames", type=int, default=120)
    arguments = parser.parse_args()
    pygame.display.init()
    screen, clock = pygame.display.set_mode(SIZE), pygame.time.Clock()
    prefab = blobsmith.Prefab.from_file(arguments.prefab or arguments.level)
    game = Game(blobsmith.World.from_file(arguments.level), prefab)
    while all([game.handle(event) for event in pygame.event.get()]):
        if arguments.picture:
            game.world.step()
            draw(screen, game.camera, game.world, 1.0)
            if game.world.frame % 30 == 0:
                game.drop((SIZE[0] * (0.3 + 0.04 * (game.world.frame // 30 * 7 % 11)), 220))
            if game.world.frame >= arguments.frames:
                pygame.image.save(screen, arguments.picture)
                break
        else:
            advanced = game.world.advance(clock.tick(60) / 1000)
            draw(screen, game.camera, game.world, advanced.alpha)
            pygame.display.flip()
    pygame.quit()


main()
