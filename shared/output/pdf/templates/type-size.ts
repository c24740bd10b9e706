import { type FamilyName, RELATIVE_SIZE } from '../css/families.ts';
import { type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/**
 * A font size in multiples of a quarter CSS pixel, smaller for families with large letters. The browser truncates font sizes to
 * hundredths of a pixel, but not the widths of glyphs: with other sizes the PDF positions each glyph separately, which takes six
 * times as many operators.
 */
export const typeSize = (points: number, family: FamilyName): SafeHtml =>
  trusted(`${Math.round((points / 0.75) * RELATIVE_SIZE[family] * 4) / 4}px`);

/**
 * The line height of body text, as a ratio that gives whole pixels: with any other, distances between lines would alternate by a
 * pixel.
 */
export function leading(points: number, family: FamilyName): SafeHtml {
  const size = Number.parseFloat(typeSize(points, family).markup);
  return trusted(String(Math.round((Math.round(size * 1.36) / size) * 1e5) / 1e5));
}

/** Converts all sizes in `pt` of a template's style sheet with `typeSize`; these style sheets use `pt` for font sizes only. */
export const inTypeSizes = (style: SafeHtml, family: FamilyName): SafeHtml =>
  trusted(style.markup.replace(/\b(\d+(?:\.\d+)?)pt\b/g, (_, points: string) => typeSize(Number(points), family).markup));
