/**
 * HTML that is safe by construction: `html` escapes every interpolated value, except markup made by `html` itself or declared by
 * `trusted`. So a user's text can never become a tag or end an attribute.
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

/** Values that can be interpolated in `html`. Null, undefined and `false` print nothing, which allows `condition && html...`. */
export type Interpolation = SafeHtml | string | number | null | undefined | false | readonly Interpolation[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

/**
 * Escapes a text for HTML content or the value of a quoted attribute. Bidirectional control characters are removed, because they
 * can make a text look different from what it is (Unicode TR 36 §2.1.3).
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

/** CSS rules of a template literal. Only values that are safe in CSS may be interpolated: `cssString`, or `trusted`. */
export function css(parts: TemplateStringsArray, ...values: readonly SafeHtml[]): SafeHtml {
  return html(parts, ...values);
}

/** Markup or CSS written by this program, never by a user. */
export const trusted = (markup: string): SafeHtml => new SafeHtml(markup);

/**
 * A user's text as a CSS string for `content:` inside `<style>`. All characters but letters and digits are written as CSS escapes,
 * so the text cannot end the string, the rule or the element (CSS Syntax 3 §4.3.7).
 */
export const cssString = (text: string): SafeHtml =>
  trusted(`"${text.replace(/[^\p{L}\p{N}]/gu, character => `\\${(character.codePointAt(0) ?? 0xfffd).toString(16)} `)}"`);
