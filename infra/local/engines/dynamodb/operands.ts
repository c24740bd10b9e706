/**
 * What DynamoDB refuses in requests and the local engine (dynoxide 1.2.1) takes: values of types that an operator does not have, invalid
 * ranges, attributes that an index lacks, attributes without a name, and elements of lists by their place, which the engine pads with nulls and
 * removes one after the other. Pure.
 */
import { INDEXES, PROJECTED } from '#shared/platform/store/table.ts';
import type { Expressions } from './expressions.ts';

type Value = Record<string, unknown>;

interface Request extends Omit<Expressions, 'ExpressionAttributeValues'> {
  ExpressionAttributeValues?: Record<string, Value>;
  ProjectionExpression?: string;
  IndexName?: string;
  Item?: object;
  RequestItems?: Record<string, { PutRequest?: { Item?: object } }[] | object>;
}

const ORDERED = new Set(['S', 'N', 'B']);
const ELEMENT = /\[\d+\]/;

/** Why DynamoDB refuses a request; undefined when it takes it. */
export function refusedOperand(request: Request): string | undefined {
  const { UpdateExpression, KeyConditionExpression, ConditionExpression, FilterExpression } = request;
  const { ExpressionAttributeValues: values = {} } = request;
  if (UpdateExpression && ELEMENT.test(UpdateExpression))
    return 'The local engine does not set and remove elements of lists by their place as DynamoDB does: use list_append, or SET the whole list';
  for (const expression of [KeyConditionExpression, ConditionExpression, FilterExpression]) {
    const why = expression && refusedIn(expression, values);
    if (why) return `Invalid expression: ${why}`;
  }
  return refusedProjection(request) ?? refusedWrite(request);
}

function refusedIn(expression: string, values: Record<string, Value>): string | undefined {
  const typeOf = (name: string): string | undefined => Object.keys(values[name] ?? {})[0];
  const wrong = (name: string): string =>
    `Incorrect operand type for operator or function; operand: ${name}, type: ${typeOf(name)}`;
  for (const [, name = ''] of expression.matchAll(/attribute_type\s*\([^,]+,\s*(:\w+)/g))
    if (!['S', undefined].includes(typeOf(name))) return wrong(name);
  for (const [, name = ''] of expression.matchAll(/begins_with\s*\([^,]+,\s*(:\w+)/g))
    if (!['S', 'B', undefined].includes(typeOf(name))) return wrong(name);
  for (const [, name = ''] of expression.matchAll(/(?:(?<!<)>=?|<=?(?!>))\s*(:\w+)/g))
    if (!isOrdered(typeOf(name))) return wrong(name);
  for (const [, low = '', high = ''] of expression.matchAll(/BETWEEN\s+(:\w+)\s+AND\s+(:\w+)/g)) {
    if (typeOf(low) !== typeOf(high)) return 'The BETWEEN operator requires same data type for lower and upper bounds';
    if (isGreater(values[low], values[high]))
      return 'The BETWEEN operator requires upper bound to be greater than or equal to lower bound';
  }
  return undefined;
}

const isOrdered = (type: string | undefined): boolean => type === undefined || ORDERED.has(type);

function isGreater(low: Value = {}, high: Value = {}): boolean {
  if ('N' in low) return Number(low['N']) > Number(high['N']);
  return 'S' in low && Buffer.compare(Buffer.from(String(low['S'])), Buffer.from(String(high['S']))) > 0;
}

function refusedProjection({
  IndexName,
  ProjectionExpression = '',
  ExpressionAttributeNames: named = {},
}: Request): string | undefined {
  const index = INDEXES[IndexName as keyof typeof INDEXES];
  if (index === undefined || ProjectionExpression === '') return undefined;
  const has = new Set<string>(['pk', 'sk', index.partition, index.sort, ...PROJECTED]);
  const names = ProjectionExpression.split(',').map(part => /^[#\w]+/.exec(part.trim())?.[0] ?? '');
  const missing = names.map(name => named[name] ?? name).filter(name => !has.has(name));
  return missing.length === 0
    ? undefined
    : `One or more parameter values were invalid: Global secondary index ${IndexName} does not project [${missing.join(', ')}]`;
}

/** A write of a batch has one operation, and attributes have names. */
function refusedWrite({ Item = {}, RequestItems = {} }: Request): string | undefined {
  const writes = Object.values(RequestItems).flatMap(of => (Array.isArray(of) ? of : []));
  if (writes.some(write => Object.keys(write).length !== 1))
    return 'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes';
  return [Item, ...writes.map(({ PutRequest }) => PutRequest?.Item ?? {})].some(item => '' in item)
    ? 'One or more parameter values were invalid: Attribute name must not be empty'
    : undefined;
}
