import * as z from 'zod';
import { shownInstantOrNull } from '../../kernel/clock.ts';
import { grouped } from '../../kernel/collate.ts';
import { pageOf } from '../../lambda/endpoint/request.ts';
import { recordShape, shownRecord } from '../../kernel/records.ts';
import { type Answer, answer } from '../../lambda/endpoint/answer.ts';
import type { CreatedClient } from './create.ts';
import type { Client, ClientRow } from './store.ts';

const word = z.string().nullable();

export const clientSchema = z.object({
  ...recordShape,
  type: z.enum(['company', 'individual']),
  name: z.string(),
  cui: word,
  cif: word,
  cnp: word,
  /** [added] */
  sendPersonalNumber: z.boolean(),
  vatCode: word,
  isVatPayer: z.boolean(),
  registrationNumber: word,
  address: word,
  city: word,
  county: word,
  postalCode: word,
  country: z.string(),
  email: word,
  phone: word,
  bankName: word,
  bankAccount: word,
  defaultPaymentTermDays: z.number().nullable(),
  contactPerson: word,
  clientCode: word,
  idNumber: word,
  notes: word,
  currency: word,
  viesValid: z.boolean().nullable(),
  viesValidatedAt: word,
  viesName: word,
  source: z.enum(['manual', 'taxauth', 'import']),
  lastSyncedAt: word,
});

export function presentClient(client: Client): z.infer<typeof clientSchema> {
  const { version: _, deletedAt: __, ...fields } = client;
  return {
    ...fields,
    ...shownRecord(client),
    cif: client.cui,
    sendPersonalNumber: client.sendPersonalNumber ?? false,
    viesValidatedAt: shownInstantOrNull(client.viesValidatedAt),
    lastSyncedAt: shownInstantOrNull(client.lastSyncedAt),
  };
}

/** The list adds what was issued to the client, in the company's currency. */
export const listedClientSchema = z.object({ ...clientSchema.shape, invoiceCount: z.number(), totalRevenue: z.number() });

export const presentListedClient = ({ record, stats }: ClientRow): z.infer<typeof listedClientSchema> => ({
  ...presentClient(record),
  invoiceCount: stats.invoices,
  totalRevenue: stats.revenueCents / 100,
});

const createdSchema = z.object({ client: clientSchema, taxauthValidated: z.boolean() });
const existingSchema = z.object({ client: clientSchema, existing: z.literal(true) });

/** Status to body of an answer to a creation: the new client, or the one that has the tax number already. */
export const creationResponses = { 200: existingSchema, 201: createdSchema };

export const presentCreation = ({ client, taxauthValidated, existing }: CreatedClient): Answer =>
  existing
    ? answer(200, { client: presentClient(client), existing })
    : answer(201, { client: presentClient(client), taxauthValidated });

/** A page of the list: grouped after it was cut. */
export const presentClientPage = (found: { rows: ClientRow[]; total: number; page: number; limit: number }) => ({
  ...pageOf([], found.total, found),
  data: grouped(found.rows.map(presentListedClient), client => client.name),
});
