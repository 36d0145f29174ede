// Paints triangles. All players of a page share one WebGL context, because browsers allow few of them; each player copies its picture
// into its own 2D canvas. Without WebGL the triangles are painted by the 2D canvas, with hard edges.

const VERTEX = `#version 300 es
in vec2 at; in vec4 color; in vec2 uv; out vec4 tint; out vec2 place; uniform vec2 size;
void main() { gl_Position = vec4(at / size * 2.0 - 1.0, 0.0, 1.0); tint = vec4(color.rgb * color.a, color.a); place = uv; }`;
const FRAGMENT = `#version 300 es
precision mediump float; in vec4 tint; in vec2 place; out vec4 pixel; uniform sampler2D image; uniform bool hasImage;
void main() { pixel = hasImage ? texture(image, place) * tint : tint; }`;

/** Triangles: corners in pixels (y up), a colour per corner, and for images a place per corner. */
class Gpu {
  canvas = new OffscreenCanvas(1, 1);
  #gl = this.canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: false });
  #textures = new WeakMap();

  constructor() {
    if (!this.#gl) throw new Error("no WebGL2");
    this.canvas.addEventListener("webglcontextlost", () => { shared = undefined; });
    this.#build();
  }

  #build() {
    const gl = this.#gl;
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    ["at", "color", "uv"].forEach((name, place) => gl.bindAttribLocation(program, place, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    gl.useProgram(program);
    this.size = gl.getUniformLocation(program, "size");
    this.hasImage = gl.getUniformLocation(program, "hasImage");
    this.buffers = [[2, gl.FLOAT, false], [4, gl.UNSIGNED_BYTE, true], [2, gl.FLOAT, false]].map(([count, type, isScaled], place) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.vertexAttribPointer(place, count, type, isScaled, 0, 0);
      return buffer;
    });
    this.indices = gl.createBuffer();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  begin(width, height, scale) {
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    this.#gl.viewport(0, 0, w, h);
    this.#gl.uniform2f(this.size, width, height);
    this.#gl.clearColor(0, 0, 0, 0);
    this.#gl.clear(this.#gl.COLOR_BUFFER_BIT);
  }

  triangles({ corners, colors, uv, triangles, image }) {
    const gl = this.#gl;
    [corners, colors, uv].forEach((data, place) => {
      if (!data) return gl.disableVertexAttribArray(place);
      gl.enableVertexAttribArray(place);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[place]);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STREAM_DRAW);
    gl.uniform1i(this.hasImage, image ? 1 : 0);
    if (image) gl.bindTexture(gl.TEXTURE_2D, this.#texture(image));
    gl.drawElements(gl.TRIANGLES, triangles.length, gl.UNSIGNED_INT, 0);
  }

  #texture(image) {
    const gl = this.#gl;
    if (!this.#textures.has(image)) {
      const texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
      gl.generateMipmap(gl.TEXTURE_2D);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
      for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, axis, gl.CLAMP_TO_EDGE);
      this.#textures.set(image, texture);
    }
    return this.#textures.get(image);
  }

  end(pen) {
    pen.drawImage(this.canvas, 0, 0);
  }
}

/** The same by a 2D canvas: triangles of one colour are one path, so that no seams show. */
class Pen {
  constructor(pen) {
    this.pen = pen;
  }

  begin(width, height, scale) {
    [this.height, this.scale] = [height, scale];
    this.pen.setTransform(scale, 0, 0, -scale, 0, height * scale);
  }

  triangles({ corners, colors, uv, triangles, image }) {
    if (image) return this.#images(corners, uv, triangles, image);
    const { pen } = this;
    let style;
    const fill = () => style && pen.fill();
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = triangles.subarray(at, at + 3);
      // Rims that fade out.
      if (!colors[4 * a + 3] || !colors[4 * b + 3] || !colors[4 * c + 3]) continue;
      const next = `rgba(${colors[4 * a]},${colors[4 * a + 1]},${colors[4 * a + 2]},${colors[4 * a + 3] / 255})`;
      if (next !== style) {
        fill();
        pen.fillStyle = style = next;
        pen.beginPath();
      }
      pen.moveTo(corners[2 * a], corners[2 * a + 1]);
      pen.lineTo(corners[2 * b], corners[2 * b + 1]);
      pen.lineTo(corners[2 * c], corners[2 * c + 1]);
      pen.closePath();
    }
    fill();
  }

  /** Affine images, each clipped to its triangle. */
  #images(corners, uv, triangles, image) {
    const { pen } = this;
    const [width, height] = [image.width, image.height];
    for (let at = 0; at < triangles.length; at += 3) {
      const [[x0, y0, u0, v0], [x1, y1, u1, v1], [x2, y2, u2, v2]] = Array.from(triangles.subarray(at, at + 3), (corner) =>
        [corners[2 * corner], corners[2 * corner + 1], uv[2 * corner] * width, uv[2 * corner + 1] * height]);
      const area = (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0);
      if (!area) continue;
      const axis = (p0, p1, p2) => {
        const [du, dv] = [((p1 - p0) * (v2 - v0) - (p2 - p0) * (v1 - v0)) / area, ((p2 - p0) * (u1 - u0) - (p1 - p0) * (u2 - u0)) / area];
        return [du, dv, p0 - du * u0 - dv * v0];
      };
      const [[a, c, e], [b, d, f]] = [axis(x0, x1, x2), axis(y0, y1, y2)];
      pen.save();
      pen.beginPath();
      pen.moveTo(x0, y0);
      pen.lineTo(x1, y1);
      pen.lineTo(x2, y2);
      pen.clip();
      pen.transform(a, b, c, d, e, f);
      pen.drawImage(image, 0, 0);
      pen.restore();
    }
  }

  end(pen) {
    pen.resetTransform();
  }
}

let shared;

/** What paints triangles on this page: `webgl`, or `canvas` where there is no WebGL2. */
export function surface(pen, kind = "webgl") {
  if (kind === "webgl" && shared === undefined) {
    try {
      shared = new Gpu();
    } catch {
      shared = null;
    }
  }
  return (kind === "webgl" && shared) || new Pen(pen);
}
