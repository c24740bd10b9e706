import { type PdfFont, readFont } from './font.ts';
import { type Area, type Box, type Paint, type Painted, paintedBy, type Resources, type TextRun } from './content.ts';
import { namedReferences, numbersOf, PdfObjects, referenceOf } from './objects.ts';

/** Text smaller than this (in points) counts as invisible. */
const SMALLEST = 4;
/** Text with less contrast to its background than this counts as invisible. (WCAG 2.2 requires 4.5 for readable text.) */
const FAINTEST = 1.8;

/**
 * The visible text of each page of a PDF that the browser has made: runs of text in the order of painting, separated by line breaks
 * unless they touch. Text that is too small, too faint, clipped, outside of the paper, or painted over is left out.
 *
 * @param margins in points: text in the top and bottom margins is left out; the first page has no top margin
 * @throws Error when the browser has not made the file
 */
export function visibleText(pdf: Uint8Array, margins: { top: number; bottom: number } = { top: 0, bottom: 0 }): string[] {
  const objects = new PdfObjects(pdf);
  const fonts = new Map<number, PdfFont>();
  return objects.pages().map((page, index) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(page, 'MediaBox');
    const paper: Box = { left, bottom, right, top };
    const content = objects.stream(referenceOf(page, 'Contents'));
    const runs = visible(paintedBy(content, paper, resourcesOf(objects, page, fonts)), paper);
    const highest = index === 0 ? top : top - margins.top;
    return joined(runs.filter(({ box }) => box.bottom < highest && box.top > bottom + margins.bottom));
  });
}

function resourcesOf(objects: PdfObjects, dictionary: string, fonts: Map<number, PdfFont>): Resources {
  const named = {
    font: namedReferences(dictionary, 'Font'),
    state: namedReferences(dictionary, 'ExtGState'),
    object: namedReferences(dictionary, 'XObject'),
  };
  return {
    font: name => {
      const number = named.font.get(name);
      if (number === undefined) return undefined;
      const font = fonts.get(number) ?? readFont(objects, number);
      fonts.set(number, font);
      return font;
    },
    state: remembered(name => {
      const stated = objects.dictionary(named.state.get(name) ?? 0);
      const alpha = /\/ca ([\d.]+)/.exec(stated)?.[1];
      return {
        ...(alpha !== undefined && { alpha: Number(alpha) }),
        ...(stated.includes('/SMask') && { isMasked: !stated.includes('/SMask /None') }),
      };
    }),
    object: name => {
      const number = named.object.get(name) ?? 0;
      const form = objects.dictionary(number);
      if (!form.includes('/Subtype /Form')) return 'image';
      return { content: objects.stream(number), resources: resourcesOf(objects, form, fonts) };
    },
  };
}

/** Caches the result for each name. */
function remembered<T>(ask: (name: string) => T): (name: string) => T {
  const answers = new Map<string, T>();
  return name => {
    if (!answers.has(name)) answers.set(name, ask(name));
    return answers.get(name) as T;
  };
}

function visible(painted: readonly Painted[], paper: Box): TextRun[] {
  const areas = painted.flatMap((one, order) => (one.kind === 'area' && one.alpha > 0.1 ? [{ ...one, order }] : []));
  return painted.filter((one, order): one is TextRun => {
    if (one.kind !== 'text' || one.size < SMALLEST || one.alpha < 0.5) return false;
    if (!within(one.box, paper) || !within(one.box, one.clip)) return false;
    const middle = { x: (one.box.left + one.box.right) / 2, y: (one.box.bottom + one.box.top) / 2 };
    const here = areas.filter(
      ({ box }) => middle.x > box.left && middle.x < box.right && middle.y > box.bottom && middle.y < box.top,
    );
    if (here.some(area => area.order > order)) return false;
    return here.length > 0 ? contrast(one.paint, ground(here)) >= FAINTEST : onPaper(one.paint);
  });
}

/** Whether text of a colour is readable on white. Cached, because it is called for each run of text and there are few colours. */
function onPaper(paint: Paint): boolean {
  if (!paint) return false;
  const known = READ_ON_PAPER.get(paint) ?? contrast(paint, [1, 1, 1]) >= FAINTEST;
  READ_ON_PAPER.set(paint, known);
  return known;
}

const READ_ON_PAPER = new WeakMap<NonNullable<Paint>, boolean>();

/** Whether a box is inside another one, with a tolerance of half its height: the box of a text is larger than its glyphs. */
function within(box: Box, outer: Box): boolean {
  const slack = (box.top - box.bottom) / 2;
  return (
    box.left >= outer.left - slack &&
    box.right <= outer.right + slack &&
    box.bottom >= outer.bottom - slack &&
    box.top <= outer.top + slack
  );
}

/** The background colour of a text: white, and the areas painted on it. */
const ground = (areas: readonly Area[]): Paint =>
  areas.reduce<Paint>((under, { paint, alpha }) => mixed(under, paint, alpha), [1, 1, 1]);

function mixed(under: Paint, over: Paint, alpha: number): Paint {
  if (!under || !over) return null;
  const [red, green, blue] = over.map((channel, index) => channel * alpha + (under[index] ?? 0) * (1 - alpha));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2); 0 if one is not known. */
function contrast(one: Paint, other: Paint): number {
  if (!one || !other) return 0;
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const luminance = (paint: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = paint.map(share =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Joins runs of text that touch, because a word may be composed from several fonts; all others are separated by line breaks. */
function joined(runs: readonly TextRun[]): string {
  let text = '';
  let last: TextRun | undefined;
  for (const run of runs) {
    const touches =
      last !== undefined &&
      Math.abs(run.box.bottom - last.box.bottom) < 0.3 * run.size &&
      Math.abs(run.box.left - last.box.right) < 0.12 * run.size;
    text += touches || last === undefined ? run.text : `\n${run.text}`;
    last = run;
  }
  return text;
}
