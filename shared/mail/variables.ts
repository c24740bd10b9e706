/** Variables and conditions in the texts of mails (completions-documents §1.10). Pure. */
export interface TemplateValues {
  /** Values by variable name; a text names them as `[[name]]` or `{name}`. */
  variables: Record<string, string>;
  /** `{if name}…{endif}`: whether what is inside stays. */
  conditions: Record<string, boolean>;
}

const BLOCK = /\{if (\w+)\}/g;
const BLOCK_END = '{endif}';
/** A variable; or a backslash and the character that it escapes, as in markdown. */
const VARIABLE = /\\[\s\S]|\[\[(\w+)\]\]|\{(\w+)\}/g;
/** Anything that looks like a variable or a block, whatever stands between the brackets. */
const NAMED = /\\[\s\S]|\[\[([^[\]]+)\]\]|\{(if )?(\w+)\}/g;
/** A longer text in brackets is no name that somebody mistyped. */
const LONGEST_NAME = 100;

/**
 * Fills a text in, in one pass: what a value holds is never taken for a variable. Names that nobody knows stay as text,
 * and so does whatever follows a backslash.
 *
 * @param written how a value is written where it stands, such as escaped for markdown
 */
export function filledIn(text: string, { variables, conditions }: TemplateValues, written = (value: string) => value): string {
  return withoutUnmet(text, conditions).replace(VARIABLE, (typed: string, double?: string, single?: string) => {
    const name = double ?? single ?? '';
    return Object.hasOwn(variables, name) ? written(variables[name] ?? '') : typed;
  });
}

/** The names in a text that nobody knows, in order, at most 100: they stay as they are typed. */
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

/** The text with the insides of blocks whose condition holds, and without those whose condition does not. Blocks are not nested. */
function withoutUnmet(text: string, conditions: TemplateValues['conditions']): string {
  let kept = '';
  let from = 0;
  // One pattern for a whole block would look for the end from each beginning anew: a text of beginnings alone took quadratic time.
  for (const begin of text.matchAll(BLOCK)) {
    const [mark, name = ''] = begin;
    // Within the block before.
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

/** A stored amount in a mail: `1,190.00`, in every language (completions-documents §14). */
export function shownAmount(amount: string): string {
  // Made at first use: that takes 9 ms.
  format ??= new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return format.format(amount as Intl.StringNumericLiteral);
}
