import type { PdfFont } from './font.ts';

/**
 * Reads what a page of a PDF paints, in order: runs of text, and filled areas. Coordinates are points from the lower left corner.
 */

export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Red, green and blue, 0 to 1; null if it is not a plain colour (a pattern, an image). */
export type Paint = readonly [number, number, number] | null;

export interface TextRun {
  kind: 'text';
  text: string;
  box: Box;
  /** Font size in points. */
  size: number;
  paint: Paint;
  alpha: number;
  clip: Box;
}

export interface Area {
  kind: 'area';
  box: Box;
  paint: Paint;
  alpha: number;
}

export type Painted = TextRun | Area;

type Matrix = readonly [number, number, number, number, number, number];

interface State {
  matrix: Matrix;
  paint: Paint;
  alpha: number;
  /** Whether a mask is set. The mask itself is not evaluated. */
  isMasked: boolean;
  /** Opacity of the current group, by which opacities in it are multiplied. */
  group: number;
  clip: Box;
}

/** The resources that operators refer to by name. */
export interface Resources {
  font: (name: string) => PdfFont | undefined;
  /** The values that a graphics state sets. */
  state: (name: string) => { alpha?: number; isMasked?: boolean };
  /** The content of a form with its resources, or `image`. */
  object: (name: string) => { content: string; resources: Resources } | 'image';
}

const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];

/** The bounding box of a rectangle that is transformed by the matrix. */
function boxOf([a, b, c, d, e, f]: Matrix, x1: number, y1: number, x2: number, y2: number): Box {
  return {
    left: Math.min(a * x1, a * x2) + Math.min(c * y1, c * y2) + e,
    right: Math.max(a * x1, a * x2) + Math.max(c * y1, c * y2) + e,
    bottom: Math.min(b * x1, b * x2) + Math.min(d * y1, d * y2) + f,
    top: Math.max(b * x1, b * x2) + Math.max(d * y1, d * y2) + f,
  };
}

const both = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.min(a.right, b.right),
  top: Math.min(a.top, b.top),
});

/** Areas thinner than this (in points) are rules and borders, which cannot hide text. */
const THINNEST = 2;

/** Interprets a content stream of Skia/PDF, which writes each operator on a line of its own. */
export function paintedBy(content: string, page: Box, resources: Resources): Painted[] {
  const painted: Painted[] = [];
  follow(
    content,
    { matrix: [1, 0, 0, 1, 0, 0], paint: [0, 0, 0], alpha: 1, isMasked: false, group: 1, clip: page },
    resources,
    painted,
  );
  return painted;
}

/**
 * Interprets the operators, each at the end of a line. This is the inner loop of every rendering (a page with 25 document lines has
 * 3,000 operators), so states are copied only when saved, and invisible areas are not collected.
 */
function follow(content: string, start: State, resources: Resources, painted: Painted[]): void {
  const saved: State[] = [];
  const state = { ...start };
  const paints = new Map<string, Paint>();
  let path = NOTHING;
  let clips = false;
  const types = new Map<string, { font: PdfFont | undefined; size: number }>();
  let font: PdfFont | undefined;
  let size = 0;
  let text: Matrix = [1, 0, 0, 1, 0, 0];

  for (let from = 0; from < content.length;) {
    const found = content.indexOf('\n', from);
    const end = found < 0 ? content.length : found;
    const begin = from;
    from = end + 1;
    // Skips BT and ET, a third of the lines, and BDC and EMC, which mark the structure: they paint nothing.
    const last = content.charCodeAt(end - 1);
    if (last === 0x54 || last === 0x43) continue;
    const line = content.slice(begin, end);
    const before = line.lastIndexOf(' ');
    switch (line.slice(before + 1)) {
      case 'Tj': {
        const codes = line.lastIndexOf('<', before);
        if (codes > 0) text = moved(text, line.split(' '));
        painted.push(textRun(line.slice(codes + 1, line.indexOf('>', codes)), font, size, text, state));
        break;
      }
      case 'Tm':
        text = matrixOf(line);
        break;
      case 'Tf': {
        const [name = '', stated = ''] = line.split(' ', 2);
        const type = types.get(line) ?? { font: resources.font(name.slice(1)), size: Number(stated) };
        types.set(line, type);
        ({ font, size } = type);
        break;
      }
      case 're': {
        const [x = 0, y = 0, width = 0, height = 0] = line.split(' ', 4).map(Number);
        path = extended(extended(path, x, y), x + width, y + height);
        break;
      }
      case 'm':
      case 'l':
      case 'c': {
        const words = line.split(' ');
        path = extended(path, Number(words.at(-3)), Number(words.at(-2)));
        break;
      }
      case 'f':
      case 'f*': {
        const box = boxOf(state.matrix, path.left, path.bottom, path.right, path.top);
        if (box.right - box.left > THINNEST && box.top - box.bottom > THINNEST)
          painted.push({ kind: 'area', box, paint: state.isMasked ? null : state.paint, alpha: state.alpha * state.group });
        path = NOTHING;
        break;
      }
      case 'S':
        path = NOTHING;
        break;
      case 'W':
      case 'W*':
        clips = true;
        break;
      case 'n':
        if (clips) state.clip = both(state.clip, boxOf(state.matrix, path.left, path.bottom, path.right, path.top));
        clips = false;
        path = NOTHING;
        break;
      case 'q':
        saved.push({ ...state });
        break;
      case 'Q':
        Object.assign(state, saved.pop());
        break;
      case 'cm':
        state.matrix = times(matrixOf(line), state.matrix);
        break;
      case 'rg':
        state.paint = paints.get(line) ?? plain(line);
        paints.set(line, state.paint);
        break;
      case 'scn':
        state.paint = null;
        break;
      case 'gs':
        Object.assign(state, resources.state(line.slice(1, before)));
        break;
      case 'Do': {
        const object = resources.object(line.slice(1, before));
        const group = state.alpha * state.group;
        if (object === 'image') painted.push({ kind: 'area', box: boxOf(state.matrix, 0, 0, 1, 1), paint: null, alpha: group });
        else follow(object.content, { ...state, alpha: 1, group }, object.resources, painted);
        break;
      }
      default:
    }
  }
}

function textRun(codes: string, font: PdfFont | undefined, size: number, text: Matrix, state: State): TextRun {
  const { text: said, width } = font?.read(codes) ?? { text: '', width: 0 };
  const matrix = times(text, state.matrix);
  return {
    kind: 'text',
    text: said,
    box: boxOf(matrix, 0, -0.2 * size, (width / 1000) * size, 0.7 * size),
    size: size * Math.hypot(matrix[2], matrix[3]),
    paint: state.paint,
    alpha: state.isMasked ? 0 : state.alpha * state.group,
    clip: state.clip,
  };
}

/** The bounding box of an empty path. */
const NOTHING: Box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };

const extended = ({ left, bottom, right, top }: Box, x: number, y: number): Box => ({
  left: Math.min(left, x),
  bottom: Math.min(bottom, y),
  right: Math.max(right, x),
  top: Math.max(top, y),
});

/** The matrix of `a b c d e f Tm` or `cm`. The usual case, upright text, is parsed faster. */
function matrixOf(line: string): Matrix {
  if (!line.startsWith(UPRIGHT)) return line.split(' ', 6).map(Number) as unknown as Matrix;
  const between = line.indexOf(' ', UPRIGHT.length);
  const x = Number(line.slice(UPRIGHT.length, between));
  return [1, 0, 0, -1, x, Number(line.slice(between + 1, line.indexOf(' ', between + 1)))];
}

const UPRIGHT = '1 0 0 -1 ';

/** The text matrix after `x y Td <…> Tj`, which moves it by x and y. */
const moved = (text: Matrix, [x = '', y = '']: string[]): Matrix => times([1, 0, 0, 1, Number(x), Number(y)], text);

/** The fill colour of `r g b RG r g b rg`. */
function plain(line: string): Paint {
  const [red = 0, green = 0, blue = 0] = line.split(' ').slice(-4, -1).map(Number);
  return [red, green, blue];
}
