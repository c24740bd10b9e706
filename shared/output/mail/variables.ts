/** Variables and conditions in the texts of mails (REC-75 to REC-77). Pure. */
export interface TemplateValues {
  /** Values by variable name; a text names them as `[[name]]` or `{name}`. */
  variables: Record<string, string>;
  /** For `{if name}…{endif}`: whether the enclosed text stays. */
  conditions: Record<string, boolean>;
}

const BLOCK = /\{if (\w+)\}/g;
const BLOCK_END = '{endif}';
/** A variable; or a backslash and the character that it escapes, as in markdown. */
const VARIABLE = /\\[\s\S]|\[\[(\w+)\]\]|\{(\w+)\}/g;
/** Anything that looks like a variable or a block, whatever is between the brackets. */
const NAMED = /\\[\s\S]|\[\[([^[\]]+)\]\]|\{(if )?(\w+)\}/g;
/** A longer text in brackets is not taken for a mistyped name. */
const LONGEST_NAME = 100;

/**
 * Replaces the variables of a text, in one pass: brackets within a value are never taken for a variable. Unknown names stay as they
 * are, and so does a character after a backslash.
 *
 * @param written transforms each value before it is inserted, such as escaping for markdown
 */
export function filledIn(text: string, { variables, conditions }: TemplateValues, written = (value: string) => value): string {
  return withoutUnmet(text, conditions).replace(VARIABLE, (typed: string, double?: string, single?: string) => {
    const name = double ?? single ?? '';
    return Object.hasOwn(variables, name) ? written(variables[name] ?? '') : typed;
  });
}

/** The unknown names in a text, in order of appearance, at most 100. `filledIn` leaves them as they are. */
export function unknownNames(text: string, { variables, conditions }: TemplateValues): string[] {
  const unknown = new Set<string>();
  for (const [, double, block, single] of text.matchAll(NAMED)) {
    const name = double ?? single;
    if (name === undefined || name.length > LONGEST_NAME || (single === 'endif' && block === undefined)) continue;
    if (!Object.hasOwn(block === undefined ? variables : conditions, name)) unknown.add(name);
    if (unknown.size === MOST_UNKNOWN) break;
  }
  return [...unknown];
}

const MOST_UNKNOWN = 100;

/**
 * Resolves `{if}` blocks: keeps the text of those whose condition is true, drops the others. Unknown conditions stay as text. No
 * nesting.
 */
function withoutUnmet(text: string, conditions: TemplateValues['conditions']): string {
  let kept = '';
  let from = 0;
  // A single regular expression for a whole block takes quadratic time on a text of `{if x}` without `{endif}`.
  for (const begin of text.matchAll(BLOCK)) {
    const [mark, name = ''] = begin;
    // An `{if}` inside the previous block.
    if (begin.index < from) continue;
    const inside = begin.index + mark.length;
    const end = text.indexOf(BLOCK_END, inside);
    if (end < 0) break;
    if (!Object.hasOwn(conditions, name)) kept += text.slice(from, end + BLOCK_END.length);
    else kept += text.slice(from, begin.index) + (conditions[name] ? text.slice(inside, end) : '');
    from = end + BLOCK_END.length;
  }
  return kept + text.slice(from);
}

let format: Intl.NumberFormat | undefined;

/** A stored amount in a mail: `1,190.00`, in every language (REC-77). */
export function shownAmount(amount: string): string {
  // Created lazily, because it takes 9 ms.
  format ??= new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return format.format(amount as Intl.StringNumericLiteral);
}
