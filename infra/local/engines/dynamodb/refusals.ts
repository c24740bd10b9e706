import { INDEXES } from '#shared/platform/store/table.ts';
import { isInRange } from './earlier-items.ts';
import { type Expressions, refusedExpression } from './expressions.ts';
import { refusedOperand } from './operands.ts';
import { type Forward, jsonAnswer, operationOf, textOf, type WireAnswer } from './wire-answer.ts';

/**
 * What DynamoDB refuses or answers in another way than the local engine (dynoxide 1.2.1): keys of indexes that are too long or empty,
 * values of another type in key conditions, a query continued at a key outside its range, two operations in one action of a transaction,
 * expressions (expressions.ts), and `begins_with` of a key condition, which the engine compares without regard to the case of letters.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */

/** The most bytes of a partition key and of a sort key. */
const PARTITION_BYTES = 2048;
const SORT_BYTES = 1024;

const LIMITS: ReadonlyMap<string, number> = new Map([
  ['pk', PARTITION_BYTES],
  ['sk', SORT_BYTES],
  ...Object.values(INDEXES).flatMap(({ partition, sort }): [string, number][] => [
    [partition, PARTITION_BYTES],
    [sort, SORT_BYTES],
  ]),
]);

type Value = { S?: string };
type Image = Record<string, Value>;

/** The parts of requests that have keys or expressions. */
interface Request extends Expressions {
  Item?: Image;
  Key?: Image;
  ExclusiveStartKey?: Image;
  TransactItems?: Record<string, Request>[];
  RequestItems?: Record<string, { PutRequest?: Request }[] | { Keys?: Image[] }>;
}

/** Sends a call as DynamoDB understands it, or answers with the error with which DynamoDB refuses it. */
export async function asDynamoDb(target: string | undefined, body: Uint8Array | string, send: Forward): Promise<WireAnswer> {
  const text = textOf(body);
  const operation = operationOf(target);
  // Every local table has a time to live from its start (index.ts).
  if (operation === 'UpdateTimeToLive') return validationError('TimeToLive is already enabled');
  if (operation === '' || !concerns(text)) return send();
  const request = JSON.parse(text) as Request;
  const error = refusalOf(request);
  if (error) return validationError(error);
  const actions = request.TransactItems ?? [];
  if (actions.some(action => Object.keys(action).length > 1))
    return validationError('TransactItems can only contain one of Check, Put, Update or Delete');
  const contents = actions.flatMap(action => Object.values(action));
  // An expression is read before the transaction begins, so it is refused rather than cancelled.
  const expression = contents.map(refusedExpression).find(reason => reason !== undefined);
  if (expression !== undefined) return validationError(expression);
  const reasons = contents.map(refusalOf);
  if (reasons.some(reason => reason !== undefined)) return cancelled(reasons);
  const exact = withExactPrefix(request);
  return exact === request ? send() : send(JSON.stringify(exact));
}

/** Whether the text of a request may be subject to one of the rules: reading all of them costs processor time. */
const concerns = (text: string): boolean =>
  text.length > SORT_BYTES / 3 ||
  text.includes('"S":""') ||
  text.includes('Expression') ||
  text.includes('TransactItems') ||
  text.includes('Request"') ||
  text.includes('"":');

/** Why DynamoDB refuses a request, or an action of a transaction; undefined when it takes it. */
export function refusalOf(request: Request): string | undefined {
  return (
    refusedKey(keysIn(request)) ??
    refusedExpression(request) ??
    refusedType(keysInCondition(request)) ??
    refusedStart(request) ??
    refusedOperand(request)
  );
}

/** The values that a request gives to key attributes, with the name of the attribute. */
function keysIn(request: Request): [attribute: string, value: Value | undefined][] {
  const { Item, Key, RequestItems = {}, UpdateExpression } = request;
  const images = [Item, Key].concat(
    Object.values(RequestItems).flatMap(of => (Array.isArray(of) ? of.map(one => one.PutRequest?.Item) : (of.Keys ?? []))),
  );
  return [
    ...images.flatMap(image => [...LIMITS.keys()].map((name): [string, Value | undefined] => [name, image?.[name]])),
    ...(UpdateExpression ? assigned(request, UpdateExpression, ['=', '=\\s*if_not_exists\\([^,]+,']) : []),
    ...keysInCondition(request),
  ];
}

/** The values that the key condition of a query compares with key attributes. */
const keysInCondition = (request: Request): [attribute: string, value: Value | undefined][] =>
  assigned(request, request.KeyConditionExpression ?? '', ['(?:=|<=?|>=?|,)', 'BETWEEN', 'BETWEEN\\s+:\\w+\\s+AND']);

/** The values that stand behind key attributes in an expression, after one of `operators`. */
function assigned(
  { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Request,
  expression: string,
  operators: string[],
): [string, Value | undefined][] {
  return operators.flatMap(operator =>
    [...expression.matchAll(new RegExp(`([#\\w.]+)\\s*${operator}\\s*(:\\w+)`, 'g'))]
      .map(([, name = '', value = '']): [string, Value | undefined] => [names[name] ?? name, values[value]])
      .filter(([name]) => LIMITS.has(name)),
  );
}

function refusedKey(keys: [string, Value | undefined][]): string | undefined {
  for (const [name, value] of keys) {
    if (value?.S === undefined) continue;
    const most = LIMITS.get(name) ?? 0;
    if (value.S === '')
      return `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`;
    if (Buffer.byteLength(value.S) > most)
      return `One or more parameter values were invalid: Size of the key ${name} has exceeded the maximum size limit of ${most} bytes`;
  }
  return undefined;
}

/** All key attributes of the table and its indexes are texts. */
const refusedType = (keys: [string, Value | undefined][]): string | undefined =>
  keys.some(([, value]) => value !== undefined && value.S === undefined)
    ? 'One or more parameter values were invalid: Condition parameter type does not match schema type'
    : undefined;

function refusedStart({
  ExclusiveStartKey: start,
  KeyConditionExpression = '',
  ExpressionAttributeNames,
  ExpressionAttributeValues = {},
}: Request): string | undefined {
  if (start === undefined || KeyConditionExpression === '') return undefined;
  const isInside = isInRange({ KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues });
  return isInside(start) ? undefined : 'The provided starting key does not match the range key predicate';
}

const BEGINS = /begins_with\s*\(\s*([#\w.]+)\s*,\s*(:\w+)\s*\)/;
/** No text that begins with a prefix is greater than the prefix with this character, the last one of Unicode. */
const LAST = '\u{10FFFF}';

/** The same request with a prefix in its key condition as a range, which the engine compares exactly. */
export function withExactPrefix(request: Request): Request {
  const { KeyConditionExpression: condition = '', ExpressionAttributeValues: values = {} } = request;
  const prefix = values[BEGINS.exec(condition)?.[2] ?? '']?.S;
  if (prefix === undefined) return request;
  const end = ':to' in values ? ':endOfPrefix' : ':to';
  return {
    ...request,
    KeyConditionExpression: condition.replace(BEGINS, `$1 BETWEEN $2 AND ${end}`),
    ExpressionAttributeValues: { ...values, [end]: { S: `${prefix}${LAST}` } },
  };
}

const validationError = (message: string): WireAnswer =>
  jsonAnswer(400, { __type: 'com.amazon.coral.validate#ValidationException', message });

/** A transaction with an action that is refused is cancelled as a whole, with a reason for each of its actions. */
function cancelled(reasons: (string | undefined)[]): WireAnswer {
  const codes = reasons.map(reason => (reason === undefined ? 'None' : 'ValidationError'));
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`;
  const CancellationReasons = reasons.map((Message, place) => ({ Code: codes[place], ...(Message && { Message }) }));
  const __type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
  return jsonAnswer(400, { __type, Message: message, message, CancellationReasons });
}
