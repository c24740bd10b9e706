import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { operation, type Operation } from '../aws-json.ts';
import { AwsError, sendJson } from '../http.ts';

/**
 * The names of SQS's errors in its JSON protocol: `__type` of the body, and the name of the older protocol in a header. Some are of the
 * framework below SQS and have another name there.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-json-faqs.html
 */

const FRAMEWORK: Readonly<Record<string, string>> = {
  InvalidParameterValue: 'InvalidParameterValueException',
  MissingParameter: 'MissingRequiredParameterException',
  MalformedInput: 'SerializationException',
  InvalidAction: 'UnknownOperationException',
};
/** Names that are the same in both protocols, without the prefix that all others have in the older one. */
const SAME = new Set(['InvalidMessageContents', 'ReceiptHandleIsInvalid', 'InvalidAttributeName']);

/** Writes an error as SQS does. Its code is the name in the older protocol, without prefix. */
export function presentSqsError(error: AwsError, response: ServerResponse): void {
  const code = Object.keys(FRAMEWORK).find(name => FRAMEWORK[name] === error.code) ?? error.code;
  const framework = FRAMEWORK[code];
  const older = code === 'QueueDoesNotExist' ? 'NonExistentQueue' : code;
  const fault = error.status < 500 ? 'Sender' : 'Receiver';
  sendJson(
    response,
    error.status,
    {
      __type: framework === undefined ? `com.amazonaws.sqs#${code}` : `com.amazon.coral.service#${framework}`,
      message: error.message,
    },
    {
      'content-type': 'application/x-amz-json-1.0',
      'x-amzn-query-error': `${framework !== undefined || SAME.has(code) ? '' : 'AWS.SimpleQueueService.'}${older};${fault}`,
    },
  );
}

/** An operation of SQS, or an entry of a batch, whose input is checked by a schema first. */
export const sqsOperation = <S extends z.ZodType>(
  schema: S,
  run: (input: z.infer<S>, signal: AbortSignal) => unknown,
): Operation => operation(schema, run, refusalOf);

/** An entry of a batch by its schema. @throws AwsError as for an input of its own */
export function entryOf<S extends z.ZodType>(schema: S, entry: unknown): z.infer<S> {
  const parsed = schema.safeParse(entry, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error);
}

/** What SQS answers to an input that is not as its schema says. */
function refusalOf({ issues: [issue] }: z.ZodError): AwsError {
  const name = String(issue?.path.findLast(part => typeof part === 'string') ?? '');
  const { input } = issue ?? {};
  if (input === undefined || input === '')
    return new AwsError('MissingParameter', 400, `The request must contain the parameter ${name}.`);
  if (issue?.code === 'invalid_type') return new AwsError('MalformedInput', 400, `${name}: ${issue.message}.`);
  const reason = issue?.message ?? '';
  return new AwsError(
    'InvalidParameterValue',
    400,
    `Value ${String(input)} for parameter ${name} is invalid. Reason: ${reason}.`,
  );
}
