import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { CAUTIONS, LEVELS, REASONS } from '#shared/model/bank/confidence.ts';

/** Response schema of the proposals for a bank statement. */

const nullableText = z.string().nullable();
const balanceSchema = z.object({ date: day().nullable(), amount: z.number(), currency: z.string() }).nullable();

const bankPaymentSchema = z
  .object({
    invoiceId: uuid(),
    payment: z.object({
      type: z.enum(['payment', 'refund']),
      paymentDate: day(),
      amount: z.number(),
      currency: z.string(),
      paymentMethod: z.literal('bank_transfer'),
      reference: z.string(),
      idempotencyKey: z.string(),
    }),
  })
  .meta({ id: 'BankPaymentProposal' });

const proposalSchema = z
  .object({
    confidence: z.enum(LEVELS),
    reasons: z.array(z.enum(REASONS)),
    cautions: z.array(z.enum(CAUTIONS)),
    kind: z.enum(['payment', 'refund', 'advance']),
    role: z.enum(['sale', 'purchase']),
    partner: z.object({ id: uuid().nullable(), name: nullableText, cif: nullableText }),
    documents: z.array(
      z.object({
        id: uuid(),
        number: z.string(),
        issueDate: day(),
        dueDate: day().nullable(),
        open: z.number(),
        amount: z.number(),
      }),
    ),
    // What no document takes.
    over: z.number(),
    allocation: z
      .object({
        clientId: uuid(),
        paymentDate: day(),
        amount: z.number(),
        currency: z.string(),
        paymentMethod: z.literal('bank_transfer'),
        reference: z.string(),
        documents: z.array(z.object({ id: uuid(), amount: z.number() })),
      })
      .nullable(),
    payments: z.array(bankPaymentSchema),
  })
  .meta({ id: 'BankProposal' });

const entrySchema = z
  .object({
    bookingDate: day(),
    valueDate: day().nullable(),
    direction: z.enum(['in', 'out']),
    amount: z.number(),
    currency: z.string(),
    counterpartyName: nullableText,
    counterpartyIban: nullableText,
    text: z.string(),
    references: z.array(z.string()),
    endToEndReference: nullableText,
    bankReference: z.string(),
    isReversal: z.boolean(),
    isBatch: z.boolean(),
    status: z.enum(['already_recorded', 'possibly_recorded', 'proposed', 'no_match', 'reversal']),
    recorded: z
      .object({
        basis: z.enum(['reference', 'amount_and_date']),
        payments: z.array(
          z.object({
            id: uuid(),
            allocationId: uuid().nullable(),
            invoiceId: uuid().nullable(),
            number: nullableText,
            amount: z.number(),
            paymentDate: day(),
            reference: nullableText,
          }),
        ),
      })
      .nullable(),
    proposals: z.array(proposalSchema),
  })
  .meta({ id: 'BankEntry' });

export const proposedSchema = z
  .object({
    messageType: z.string(),
    statements: z.array(
      z
        .object({
          reference: nullableText,
          iban: nullableText,
          account: nullableText,
          isOwnAccount: z.boolean(),
          currency: nullableText,
          from: day().nullable(),
          to: day().nullable(),
          openingBalance: balanceSchema,
          closingBalance: balanceSchema,
          movement: z.number(),
          // Null without both balances.
          addsUp: z.boolean().nullable(),
          pendingEntries: z.int(),
          entries: z.array(entrySchema),
        })
        .meta({ id: 'BankStatement' }),
    ),
  })
  .meta({ id: 'BankStatementProposals' });
