import { randomUUID } from 'node:crypto';
import type { Answered, Refusal } from '../../support/contract.ts';

export const newAddress = (): string => `client-${randomUUID()}@client.example`;
export const codeOf = ({ status, body }: Answered<Refusal>) => [status, body.error.code];
