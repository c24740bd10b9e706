/**
 * The payload quotas of API Gateway and Lambda: 10 MB for the body of a request to an HTTP API, 6 MB for the event and for the result
 * of a function. Event and result are JSON, in which bytes are base64: so a file of about 4.4 MB fits.
 */
const GATEWAY_BODY_BYTES = 10 * 1024 * 1024;
export const EVENT_BYTES = 6_291_456;
/** The limit for results: Lambda's error messages state this number, which is slightly more than the one for events. */
export const ANSWER_BYTES = 6_291_556;

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** A character takes at most six bytes of JSON (`\u0000`): smaller bodies always fit, and need not be measured. */
const SURE_TO_FIT = EVENT_BYTES / 6 - 100_000;

/** Whether a request is within the limits. @param event the event that the function is invoked with */
export const requestFits = (body: Buffer, event: object): boolean =>
  body.length <= GATEWAY_BODY_BYTES && (body.length < SURE_TO_FIT || jsonBytes(event) <= EVENT_BYTES);

/** Whether the result of a function is within the limit. */
export const answerFits = (result: unknown): boolean => jsonBytes(result) <= ANSWER_BYTES;
