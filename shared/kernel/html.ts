/**
 * Markup that is safe by construction: `html` escapes every value put into it, and only markup made by `html` itself (or
 * declared by `trusted`) passes as it is. So a text of a user can never become a tag or leave an attribute.
 */

/** Markup that may be put into a page. A class, so that no JSON value can pretend to be one. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

/** What may stand in `html`. Absent values and `false` print nothing, so `condition && html...` reads well. */
export type Interpolation = SafeHtml | string | number | null | undefined | false | readonly Interpolation[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

/**
 * A text as HTML content or as the value of a quoted attribute. Marks that turn the direction of writing are left out: with them a
 * text is read as another than it is (Unicode TR 36 §2.1.3).
 */
export const escapeHtml = (text: string): string =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/[&<>"'`]/g, character => ENTITIES[character] ?? character);

const printed = (value: Interpolation): string => {
  if (value == null || value === false) return '';
  if (value instanceof SafeHtml) return value.markup;
  if (Array.isArray(value)) return value.map(printed).join('');
  return escapeHtml(String(value));
};

/** The markup of a template literal. Attributes must be quoted; arrays are joined without a separator. */
export function html(parts: TemplateStringsArray, ...values: Interpolation[]): SafeHtml {
  return new SafeHtml(parts.reduce((markup, part, index) => markup + printed(values[index - 1]) + part));
}

/** The rules of a template literal. Only what is safe in CSS goes in: `cssString`, or what the program itself wrote. */
export function css(parts: TemplateStringsArray, ...values: readonly SafeHtml[]): SafeHtml {
  return html(parts, ...values);
}

/** Markup or CSS written by this program, never by a user. */
export const trusted = (markup: string): SafeHtml => new SafeHtml(markup);

/**
 * A user's text as a CSS string for `content:` inside `<style>`: everything but letters and digits is a CSS escape, so
 * neither the string, the rule nor the element can be left (CSS Syntax 3 §4.3.7).
 */
export const cssString = (text: string): SafeHtml =>
  trusted(`"${text.replace(/[^\p{L}\p{N}]/gu, character => `\\${(character.codePointAt(0) ?? 0xfffd).toString(16)} `)}"`);
