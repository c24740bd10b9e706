import type { Answered, Refusal } from '../../support/contract.ts';

export const refusal = ({ status, body }: Answered<Refusal>) => [
  status,
  body.error?.code,
  Object.keys(body.error?.details ?? {}),
];
