import type { PdfFont } from './pdf-font.ts';

/** What a page of a PDF paints, in its order: pieces of text, and areas. Coordinates are points from the page's lower left corner. */

export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Red, green, blue, 0 to 1; null where it is no plain colour (a pattern, an image). */
export type Paint = readonly [number, number, number] | null;

export interface TextRun {
  kind: 'text';
  text: string;
  box: Box;
  /** Height of the type in points. */
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
  /** What is painted goes through a mask, which is not followed. */
  isMasked: boolean;
  /** Opacity of the group that is being painted: it multiplies what is inside. */
  group: number;
  clip: Box;
}

/** The resources that the operators name. */
export interface Resources {
  font: (name: string) => PdfFont | undefined;
  /** What a graphics state sets: opacity, a mask. */
  state: (name: string) => { alpha?: number; isMasked?: boolean };
  /** A form's content with its resources, or `image`. */
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

/** The smallest upright box around a rectangle, after the matrix. */
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

/** Follows the operators of a content stream of Skia/PDF, which writes them a line each. */
export function paintedBy(content: string, page: Box, resources: Resources): Painted[] {
  return run(
    content,
    { matrix: [1, 0, 0, 1, 0, 0], paint: [0, 0, 0], alpha: 1, isMasked: false, group: 1, clip: page },
    resources,
  );
}

function run(content: string, start: State, resources: Resources): Painted[] {
  const painted: Painted[] = [];
  const saved: State[] = [];
  let state = start;
  let path = NOTHING;
  let clips = false;
  let font: { font: PdfFont | undefined; size: number } = { font: undefined, size: 0 };
  let text: Matrix = [1, 0, 0, 1, 0, 0];

  const show = (codes: string): void => {
    const { text: said, width } = font.font?.read(codes) ?? { text: '', width: 0 };
    const length = (width / 1000) * font.size;
    const matrix = times(text, state.matrix);
    const { paint, alpha, group, clip, isMasked } = state;
    painted.push({
      kind: 'text',
      text: said,
      box: boxOf(matrix, 0, -0.2 * font.size, length, 0.7 * font.size),
      size: font.size * Math.hypot(matrix[2], matrix[3]),
      paint,
      alpha: isMasked ? 0 : alpha * group,
      clip,
    });
  };

  const to = (words: string[]): void => {
    path = extended(path, Number(words.at(-2)), Number(words.at(-1)));
  };

  const draw = (name: string): void => {
    const object = resources.object(name);
    const group = state.alpha * state.group;
    if (object !== 'image') painted.push(...run(object.content, { ...state, alpha: 1, group }, object.resources));
    else painted.push({ kind: 'area', box: boxOf(state.matrix, 0, 0, 1, 1), paint: null, alpha: group });
  };

  const operators: Record<string, (words: string[]) => void> = {
    q: () => saved.push(state),
    Q: () => {
      state = saved.pop() ?? state;
    },
    cm: words => {
      state = { ...state, matrix: times(matrixOf(words), state.matrix) };
    },
    rg: words => {
      const [red = 0, green = 0, blue = 0] = words.slice(-3).map(Number);
      state = { ...state, paint: [red, green, blue] };
    },
    scn: () => {
      state = { ...state, paint: null };
    },
    gs: ([name = '']) => {
      state = { ...state, ...resources.state(name.slice(1)) };
    },
    re: ([x = '', y = '', width = '', height = '']) => {
      path = extended(extended(path, Number(x), Number(y)), Number(x) + Number(width), Number(y) + Number(height));
    },
    m: to,
    l: to,
    c: to,
    W: () => {
      clips = true;
    },
    n: () => {
      if (clips) state = { ...state, clip: both(state.clip, boxOf(state.matrix, path.left, path.bottom, path.right, path.top)) };
      clips = false;
      path = NOTHING;
    },
    f: () => {
      const box = boxOf(state.matrix, path.left, path.bottom, path.right, path.top);
      const paint = state.isMasked ? null : state.paint;
      painted.push({ kind: 'area', box, paint, alpha: state.alpha * state.group });
      path = NOTHING;
    },
    S: () => {
      path = NOTHING;
    },
    BT: () => {
      text = [1, 0, 0, 1, 0, 0];
    },
    Tf: ([name = '', size = '']) => {
      font = { font: resources.font(name.slice(1)), size: Number(size) };
    },
    Tm: words => {
      text = matrixOf(words);
    },
    Td: ([x = '', y = '']) => {
      text = times([1, 0, 0, 1, Number(x), Number(y)], text);
    },
    Tj: ([codes = '']) => show(codes.slice(1, -1)),
    Do: ([name = '']) => draw(name.slice(1)),
  };
  operators['W*'] = operators['W'] as () => void;
  operators['f*'] = operators['f'] as () => void;

  for (const line of content.split('\n')) {
    // Marks of the structure tree are two lines of five, and paint nothing.
    if (line.endsWith('EMC') || line.endsWith('BDC')) continue;
    let words: string[] = [];
    for (const word of line.split(' ')) {
      // Operands begin with a digit, a sign, a bracket or a slash.
      if (word.charCodeAt(0) < 0x41) words.push(word);
      else {
        operators[word]?.(words);
        words = [];
      }
    }
  }
  return painted;
}

/** The bounds of a path that has not begun. */
const NOTHING: Box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };

const extended = ({ left, bottom, right, top }: Box, x: number, y: number): Box => ({
  left: Math.min(left, x),
  bottom: Math.min(bottom, y),
  right: Math.max(right, x),
  top: Math.max(top, y),
});

const matrixOf = (words: string[]): Matrix => words.map(Number) as unknown as Matrix;
