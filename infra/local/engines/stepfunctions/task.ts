import type { Json } from './definition.ts';
import { StateError } from './retry.ts';

/** Runs a Lambda function by name and gives what it returned; throws what it threw. */
export type Invoke = (functionName: string, payload: Json) => Promise<unknown>;

/**
 * The result of `lambda:invoke` as Step Functions hands it to the state: the function's return value is `Payload`.
 * @throws StateError named as the error that the function threw, with Lambda's `{errorMessage, errorType}` as the cause
 */
export async function invokeLambda(invoke: Invoke, functionName: string, payload: Json): Promise<Json> {
  let returned: unknown;
  try {
    returned = await invoke(functionName, payload);
  } catch (error) {
    throw functionError(error);
  }
  return { ExecutedVersion: '$LATEST', Payload: asJson(returned, functionName), StatusCode: 200 };
}

function functionError(error: unknown): StateError {
  const [errorType, errorMessage] = error instanceof Error ? [error.name, error.message] : [typeof error, String(error)];
  return new StateError(errorType, JSON.stringify({ errorMessage, errorType }), { cause: error });
}

/** What crosses from a function to its caller is JSON text, so nothing else survives here either. */
function asJson(returned: unknown, functionName: string): Json {
  try {
    const text = JSON.stringify(returned) as string | undefined;
    return text === undefined ? null : (JSON.parse(text) as Json);
  } catch (error) {
    const errorType = 'Runtime.MarshalError';
    const errorMessage = `${functionName} returned what is not JSON: ${String(error)}`;
    throw new StateError(errorType, JSON.stringify({ errorMessage, errorType }), { cause: error });
  }
}

/** Bytes of JSON that a payload, a result or an output may have (Step Functions quotas). */
export const MAX_PAYLOAD_BYTES = 262_144;

/**
 * The value itself, when it is small enough to pass between states.
 * @throws StateError States.DataLimitExceeded
 */
export function withinLimit<T extends Json>(value: T, what: string): T {
  if (Buffer.byteLength(JSON.stringify(value)) <= MAX_PAYLOAD_BYTES) return value;
  throw new StateError(
    'States.DataLimitExceeded',
    `${what} exceeds the ${MAX_PAYLOAD_BYTES} bytes that may pass between states.`,
  );
}
