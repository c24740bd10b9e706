/** HTML templates for the local pages: all inserted values are escaped. */

/** Text that is already HTML; all other values are escaped when they are inserted. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Value = string | number | Markup | Markup[] | null;

export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.reduce((text, part, index) => text + render(values[index - 1] ?? '') + part));

function render(value: Value): string {
  if (Array.isArray(value)) return value.map(render).join('');
  if (value instanceof Markup) return value.text;
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return String(value ?? '').replace(/[&<>"']/g, character => entities[character] ?? '');
}
