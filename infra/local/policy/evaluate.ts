import type { Statement } from '../../grants/statement.ts';

/** IAM's evaluation of the statements of a role, as far as infra/grants/grants.ts writes them: all allow, none denies. Pure. */

/** One permission that a call needs. */
export interface IamRequest {
  action: string;
  resource: string;
  /** The values of condition keys in this call; keys that it does not have are left out. */
  context: Readonly<Record<string, readonly string[]>>;
  /** Only the steps around endpoints make this call; endpoints need no right of their own for it (infra/grants/table-grants.ts). */
  ofChain?: true;
}

/** Whether one of the statements allows the request. @throws Error for an unknown condition operator: it must not be ignored */
export const isAllowed = (statements: readonly Statement[], request: IamRequest): boolean =>
  statements.some(statement => allows(statement, request));

const allows = ({ Action, Resource, Condition = {} }: Statement, { action, resource, context }: IamRequest): boolean =>
  Action.includes(action) &&
  Resource.some(pattern => matches(pattern, resource)) &&
  Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => holds(operator, context[key], [wanted].flat())),
  );

/** `*` stands for any characters, in resources and in the operators `…Like`. */
const matches = (pattern: string, value: string): boolean => patternOf(pattern).test(value);

const escaped = (text: string): string => text.replace(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`);

const patterns = new Map<string, RegExp>();
function patternOf(text: string): RegExp {
  const known = patterns.get(text);
  if (known) return known;
  const made = new RegExp(`^${text.split('*').map(escaped).join('.*')}$`, 's');
  patterns.set(text, made);
  return made;
}

function holds(operator: string, values: readonly string[] | undefined, wanted: readonly string[]): boolean {
  const isOneOf = (value: string): boolean => wanted.includes(value);
  const isLike = (value: string): boolean => wanted.some(pattern => matches(pattern, value));
  switch (operator) {
    case 'StringEquals':
    case 'ForAnyValue:StringEquals':
      return (values ?? []).some(isOneOf);
    case 'StringLike':
      return (values ?? []).some(isLike);
    // Without values these hold (IAM user guide, "Multivalued context keys").
    case 'ForAllValues:StringLike':
      return (values ?? []).every(isLike);
    case 'ForAllValues:StringNotEquals':
      return (values ?? []).every(value => !isOneOf(value));
    case 'NumericLessThanEquals':
      return (values ?? []).some(value => wanted.some(most => Number(value) <= Number(most)));
    case 'Null':
      return wanted.includes(String(values === undefined));
    default:
      throw new Error(`The local engines do not know the condition operator ${operator}.`);
  }
}
