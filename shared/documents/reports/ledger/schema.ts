import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { AGE_NAMES } from '#shared/model/ledger/ageing.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';

/** Response schemas of ledgers, open balances and opening balances (REP-12, REP-13, REP-40 to REP-47). */

const roleSchema = z.enum(['sale', 'purchase']);

const sums = { opening: z.number(), debit: z.number(), credit: z.number(), closing: z.number() };

const partner = z
  .object({ id: uuid().nullable(), name: z.string().nullable(), cif: z.string().nullable() })
  .meta({ id: 'LedgerPartner' });

const accountSchema = z.object({ partnerKey: z.string(), partner, currency: z.string(), ...sums }).meta({ id: 'LedgerAccount' });

const rowSchema = z
  .object({
    ...{ partnerKey: z.string(), partner, currency: z.string(), date: day() },
    kind: z.enum(['opening', 'invoice', 'credit_note', 'payment', 'refund', 'offset', 'settlement']),
    ...{ number: z.string(), documentId: uuid().nullable(), paymentId: uuid().nullable() },
    ...{ debit: z.number(), credit: z.number(), balance: z.number() },
  })
  .meta({ id: 'LedgerRow' });

export const ledgerSchema = pageSchema(z.union([accountSchema, rowSchema]))
  .extend({
    ...{ role: roleSchema, from: day(), to: day() },
    totals: z.array(z.object({ currency: z.string(), ...sums })),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'Ledger' });

const aged = {
  balance: z.number(),
  overdue: z.number(),
  buckets: z.object(Object.fromEntries(AGE_NAMES.map(age => [age, z.number()]))).meta({ id: 'AgeBuckets' }),
};

export const balanceSchema = z
  .object({
    ...{ date: day(), role: roleSchema, currency: z.string(), totalUnpaid: z.number(), totalOverdue: z.number() },
    buckets: aged.buckets,
    currencies: z.array(z.object({ currency: z.string(), ...aged })),
    clients: z.array(
      z
        .object({
          ...{ clientId: uuid().nullable(), clientName: z.string().nullable(), cif: z.string().nullable() },
          ...{ partnerKey: z.string(), ...aged },
        })
        .meta({ id: 'PartnerBalance' }),
    ),
    ...{ total: z.int(), page: z.int(), limit: z.int(), pages: z.int() },
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'OpenBalances' });

export const openingSchema = z
  .object({
    ...{ role: roleSchema, partnerId: uuid(), partnerName: z.string().nullable(), currency: z.string() },
    ...{ exchangeRate: z.number().nullable(), date: day(), amount: z.number(), open: z.number() },
    documents: z.array(z.object({ number: z.string(), date: day(), dueDate: day().nullable(), amount: z.number() })),
    settlements: z.array(z.object({ date: day(), amount: z.number(), note: z.string().nullable() })),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'OpeningBalance' });

export const openingsSchema = pageSchema(openingSchema).meta({ id: 'OpeningBalancesPage' });
