/**
 * What DynamoDB refuses in expressions and the local engine (dynoxide 1.2.1) takes: too many operands or operators, an operand compared with
 * itself, and a name that is no type. The engine has parsed nothing yet, so these are patterns of texts that it would take.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters
 */

/** The expressions of a request. */
export interface Expressions {
  UpdateExpression?: string;
  KeyConditionExpression?: string;
  ConditionExpression?: string;
  FilterExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, { S?: string }>;
}

const MOST_OPERANDS = 100;
const MOST_OPERATORS = 300;
const TYPES = new Set(['S', 'SS', 'N', 'NS', 'B', 'BS', 'BOOL', 'NULL', 'L', 'M']);

const OPERATOR = /<>|<=|>=|[=<>]|\b(?:AND|OR|NOT|IN|BETWEEN|begins_with|contains|size|attribute_\w+)\b/gi;
const LIST = /([\w#.[\]]+)\s+IN\s*\(([^)]*)\)/gi;
/** First operand, operator and another operand; a function that follows as operand is none of these. */
const COMPARISON = /(?<![\w#:.[\]])([\w#.[\]]+)\s*(<>|<=|>=|[=<>])\s*([\w#.[\]]+)(?![\w#.[\]]|\s*\()/g;
const RANGE = /([\w#.[\]]+)\s+(BETWEEN)\s+([\w#.[\]:]+)\s+AND\s+([\w#.[\]:]+)/gi;
const FUNCTION = /\b(begins_with|contains)\s*\(\s*([\w#.[\]]+)\s*,\s*([\w#.[\]]+)\s*\)/g;
const TYPE_NAME = /\battribute_type\s*\([^,]+,\s*(:\w+)\s*\)/g;
/** Why DynamoDB refuses the expressions of a request; undefined when it takes them. */
export function refusedExpression(request: Expressions): string | undefined {
  const { KeyConditionExpression, ConditionExpression, FilterExpression } = request;
  for (const [name, text] of Object.entries({ KeyConditionExpression, ConditionExpression, FilterExpression })) {
    const reason = text === undefined ? undefined : refusedCondition(text, request);
    if (reason !== undefined) return `Invalid ${name}: ${reason}`;
  }
  return undefined;
}

function refusedCondition(
  text: string,
  { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Expressions,
): string | undefined {
  const operands = Math.max(0, ...[...text.matchAll(LIST)].map(([, , list = '']) => list.split(',').length));
  if (operands > MOST_OPERANDS) return `The IN operator is provided with too many operands; number of operands: ${operands}`;
  const operators = operatorsIn(text);
  if (operators > MOST_OPERATORS) return `The expression contains too many operators; operator count: ${operators}`;
  for (const [, value = ''] of text.matchAll(TYPE_NAME)) {
    const type = values[value]?.S;
    if (type !== undefined && !TYPES.has(type))
      return `Invalid attribute type name found; type: ${type}, valid types: {${[...TYPES].join(',')}}`;
  }
  return sameOperand(text, names);
}

/** The operators and functions; the AND of a BETWEEN is none of its own. */
function operatorsIn(text: string): number {
  const found = [...text.matchAll(OPERATOR)].map(([operator]) => operator.toUpperCase());
  return found.length - found.filter(operator => operator === 'BETWEEN').length;
}

function sameOperand(text: string, names: Record<string, string>): string | undefined {
  const full = (path: string): string => path.replaceAll(/#\w+/g, name => names[name] ?? name);
  const found = [
    ...[...text.matchAll(COMPARISON)].map(([, first, operator, other]) => [operator, first, other]),
    ...[...text.matchAll(RANGE)].flatMap(([, first, operator, ...others]) => others.map(other => [operator, first, other])),
    ...[...text.matchAll(FUNCTION)].map(([, operator, first, other]) => [operator, first, other]),
    ...[...text.matchAll(LIST)].flatMap(([, first, list = '']) => list.split(',').map(other => ['IN', first, other.trim()])),
  ];
  for (const [operator = '', first = '', other = ''] of found)
    if (full(first) === full(other))
      return `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: [${full(first)}]`;
  return undefined;
}
