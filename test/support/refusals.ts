import type { Refusal } from './contract.ts';

/** The parts of an error response that tests compare; code and details are undefined for a success. */

interface Refused {
  status: number;
  body: Partial<Refusal>;
}

/** Status and code. */
export const codeOf = ({ status, body }: Refused): [number, string | undefined] => [status, body.error?.code];

/** Status, code and details. */
export const refusal = ({ status, body }: Refused): [number, string | undefined, object | undefined] => [
  status,
  body.error?.code,
  body.error?.details,
];

/** Status, code and the fields that the details name. */
export const refusedFields = ({ status, body }: Refused): [number, string | undefined, string[]] => [
  status,
  body.error?.code,
  Object.keys(body.error?.details ?? {}),
];
