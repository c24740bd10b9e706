import { PRINTER } from '../stage/names.ts';

/**
 * How long functions run: a fixed model, so that two counts agree whatever machine they are made on. Calls of a round trip are under way
 * together, so the longest of them counts. Milliseconds, rounded from what services of AWS take in one region; those of the tax authority
 * are an assumption.
 */
const CALL_MILLIS: Readonly<Record<string, number>> = {
  ...{ dynamodb: 5, s3: 20, sqs: 10, kms: 10, ssm: 10, ses: 50, stepfunctions: 20 },
  // A function that another one waits for is the renderer, or the browser that it waits for.
  lambda: 300,
  taxauth: 300,
};
/** To accept a function's event, or of any other service. */
const OTHER_CALL_MILLIS = 20;
/** The code of a function itself: 6 to 9 ms of processor time for a create or an issue. */
const OWN_MILLIS = 10;
/** A browser that has started prints a page of a few lines in a quarter of a second on one processor. */
const PRINT_MILLIS = 250;

/** The milliseconds of a run of the function `name`. Pure. */
export function modelledMillis(
  name: string,
  calls: readonly { service: string; roundTrip: number; isEvent?: boolean }[],
): number {
  const longest = new Map<number, number>();
  for (const { service, roundTrip, isEvent = false } of calls) {
    const millis = (isEvent ? undefined : CALL_MILLIS[service]) ?? OTHER_CALL_MILLIS;
    longest.set(roundTrip, Math.max(longest.get(roundTrip) ?? 0, millis));
  }
  return [...longest.values()].reduce((sum, millis) => sum + millis, name === PRINTER ? PRINT_MILLIS : OWN_MILLIS);
}
