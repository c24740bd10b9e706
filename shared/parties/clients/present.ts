import type * as z from 'zod';
import { presentInstantOrNull } from '../../kernel/clock.ts';
import { grouped } from '../../kernel/collate.ts';
import { pageOf } from '../../lambda/endpoint/request.ts';
import { presentRecord } from '../../kernel/records.ts';
import { type Answer, answer } from '../../lambda/endpoint/answer.ts';
import type { CreatedClient } from './create.ts';
import type { Client, ClientRow } from './store.ts';
import type { clientSchema, listedClientSchema } from './schema.ts';

export function presentClient(client: Client): z.infer<typeof clientSchema> {
  const { version: _, deletedAt: __, ...fields } = client;
  return {
    ...fields,
    ...presentRecord(client),
    cif: client.cui,
    sendPersonalNumber: client.sendPersonalNumber ?? false,
    viesValidatedAt: presentInstantOrNull(client.viesValidatedAt),
    lastSyncedAt: presentInstantOrNull(client.lastSyncedAt),
  };
}

export const presentListedClient = ({ record, stats }: ClientRow): z.infer<typeof listedClientSchema> => ({
  ...presentClient(record),
  invoiceCount: stats.invoices,
  totalRevenue: stats.revenueCents / 100,
});

/** Status to body of an answer to a creation: the new client, or the one that has the tax number already. */
export const creationResponses = {
  200: () => import('./schema.ts').then(schema => schema.existingSchema),
  201: () => import('./schema.ts').then(schema => schema.createdSchema),
};

export const presentCreation = ({ client, taxauthValidated, existing }: CreatedClient): Answer =>
  existing
    ? answer(200, { client: presentClient(client), existing })
    : answer(201, { client: presentClient(client), taxauthValidated });

/** A page of the list: grouped after it was cut. */
export const presentClientPage = (found: { rows: ClientRow[]; total: number; page: number; limit: number }) => ({
  ...pageOf([], found.total, found),
  data: grouped(found.rows.map(presentListedClient), client => client.name),
});
