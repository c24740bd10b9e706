/** Variables and conditions in the texts of mails (completions-documents §1.10). Pure. */
export interface TemplateValues {
  /** `[[name]]` to what stands in its place. */
  variables: Record<string, string>;
  /** `{if name}…{endif}`: whether what is inside stays. */
  conditions: Record<string, boolean>;
}

const BLOCK = /\{if (\w+)\}([^]*?)\{endif\}/g;
const VARIABLE = /\[\[(\w+)\]\]|\{(\w+)\}/g;

/**
 * Fills a text in, in one pass: what a value holds is never taken for a variable. Names that nobody knows stay as text.
 *
 * @param written how a value is written where it stands, such as escaped for markdown
 */
export function filledIn(text: string, { variables, conditions }: TemplateValues, written = (value: string) => value): string {
  const chosen = text.replace(BLOCK, (block, name: string, inside: string) =>
    Object.hasOwn(conditions, name) ? (conditions[name] ? inside : '') : block,
  );
  return chosen.replace(VARIABLE, (typed, double: string | undefined, single: string | undefined) => {
    const name = double ?? single ?? '';
    return Object.hasOwn(variables, name) ? written(variables[name] ?? '') : typed;
  });
}
