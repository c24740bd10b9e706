import { type FamilyName, RELATIVE_SIZE } from '../css/families.ts';
import { type SafeHtml, trusted } from '../../kernel/html.ts';

/**
 * A size of type in whole quarters of a CSS pixel, smaller for a family that sets wide. The browser cuts sizes to hundredths of a
 * pixel but not the glyphs' widths: with any other size a PDF places each glyph by itself, which takes six times the operators.
 */
export const typeSize = (points: number, family: FamilyName): SafeHtml =>
  trusted(`${Math.round((points / 0.75) * RELATIVE_SIZE[family] * 4) / 4}px`);

/**
 * The line height of running text, as a ratio that comes to whole pixels at its size: with any other, lines lie one pixel nearer and
 * farther by turns.
 */
export function leading(points: number, family: FamilyName): SafeHtml {
  const size = Number.parseFloat(typeSize(points, family).markup);
  return trusted(String(Math.round((Math.round(size * 1.36) / size) * 1e5) / 1e5));
}

/** A style sheet of this program (points are its sizes of type and nothing else) in the sizes of a family. */
export const inTypeSizes = (style: SafeHtml, family: FamilyName): SafeHtml =>
  trusted(style.markup.replace(/\b(\d+(?:\.\d+)?)pt\b/g, (_, points: string) => typeSize(Number(points), family).markup));
