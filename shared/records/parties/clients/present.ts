import type * as z from 'zod';
import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { grouped } from '#shared/base/kernel/collate.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import { inKeyOrder, presentRecord } from '#shared/base/kernel/records.ts';
import type { CreatedClient } from './create.ts';
import type { Client, ClientRow } from './store.ts';
import type { UpdatedClient } from './update.ts';
import { clientNumberWarnings } from '#shared/model/codes/check-digits.ts';
import type { changedSchema, clientSchema, createdSchema, existingSchema, listedClientSchema } from './schema.ts';

export function presentClient(client: Client): z.infer<typeof clientSchema> {
  return {
    ...presentRecord(client),
    type: client.type,
    name: client.name,
    cui: client.cui,
    cif: client.cui,
    cnp: client.cnp,
    sendPersonalNumber: client.sendPersonalNumber ?? false,
    vatCode: client.vatCode,
    isVatPayer: client.isVatPayer,
    isAffiliated: client.isAffiliated ?? false,
    registrationNumber: client.registrationNumber,
    address: client.address,
    city: client.city,
    county: client.county,
    postalCode: client.postalCode,
    country: client.country,
    email: client.email,
    phone: client.phone,
    bankName: client.bankName,
    bankAccount: client.bankAccount,
    defaultPaymentTermDays: client.defaultPaymentTermDays,
    contactPerson: client.contactPerson,
    clientCode: client.clientCode,
    idNumber: client.idNumber,
    notes: client.notes,
    currency: client.currency,
    metadata: inKeyOrder(client.metadata ?? {}),
    viesValid: client.viesValid,
    viesValidatedAt: presentInstantOrNull(client.viesValidatedAt),
    viesName: client.viesName,
    source: client.source,
    lastSyncedAt: presentInstantOrNull(client.lastSyncedAt),
  };
}

export const presentListedClient = ({ record, stats }: ClientRow): z.infer<typeof listedClientSchema> => ({
  ...presentClient(record),
  invoiceCount: stats.invoices,
  totalRevenue: stats.revenueCents / 100,
});

/** The answer to a creation: the new client, or the existing one with the same tax number. */
export const presentCreation = ({
  client,
  taxauthValidated,
  existing,
}: CreatedClient): z.infer<typeof createdSchema> | z.infer<typeof existingSchema> =>
  existing
    ? { client: presentClient(client), existing }
    : { client: presentClient(client), taxauthValidated, ...warningsOf(client) };

/** The answer to a change. */
export const presentChange = ({ client, ...counts }: UpdatedClient): z.infer<typeof changedSchema> => ({
  client: presentClient(client),
  ...counts,
  ...warningsOf(client),
});

function warningsOf({ cui, cnp, vatCode, country }: Client): { warnings?: string[] } {
  const warnings = clientNumberWarnings({ cif: cui, cnp, vatCode, country });
  return warnings.length > 0 ? { warnings } : {};
}

/** A page of the list, grouped by first letter. Pages are counted before grouping. */
export const presentClientPage = (found: { rows: ClientRow[]; total: number; page: number; limit: number }) => ({
  ...pageOf([], found.total, found),
  data: grouped(found.rows.map(presentListedClient), client => client.name),
});
