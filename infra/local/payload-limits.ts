/**
 * What AWS passes on between a caller and a function (Lambda and API Gateway quotas): 10 MB of body through an HTTP API, 6 MB of event
 * into a function and of answer out of it. Event and answer are JSON: bytes in them are base64, so about 4.4 MB of a file fit. Pure.
 */
const GATEWAY_BODY_BYTES = 10 * 1024 * 1024;
export const EVENT_BYTES = 6_291_456;
/** Lambda's own figure: a little more than what it takes. */
export const ANSWER_BYTES = 6_291_556;

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** A character takes six bytes of JSON at most (`\u0000`): smaller bodies fit in any case, and are not measured. */
const SURE_TO_FIT = EVENT_BYTES / 6 - 100_000;

/** Whether a request reaches its function. @param event that the function is invoked with */
export const requestFits = (body: Buffer, event: object): boolean =>
  body.length <= GATEWAY_BODY_BYTES && (body.length < SURE_TO_FIT || jsonBytes(event) <= EVENT_BYTES);

/** Whether what a function returns reaches the caller. */
export const answerFits = (result: unknown): boolean => jsonBytes(result) <= ANSWER_BYTES;
