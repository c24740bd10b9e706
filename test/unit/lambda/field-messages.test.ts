import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { through } from '#shared/platform/lambda/endpoint/request.ts';
import { documentBody } from '#shared/documents/invoices/input.ts';

const messages = (schema: z.ZodType, value: unknown) => through(schema, value, 422).problem?.details;

describe('Messages of details say what to change', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a field that is missing', z.string(), undefined, 'is required'],
    ['a number for text', z.string(), 5, 'must be text'],
    ['null for text', z.string(), null, 'must be text'],
    ['text for a number', z.number(), 'x', 'must be a number'],
    ['a fraction', z.int(), 1.5, 'must be a whole number'],
    ['text for a flag', z.boolean(), 'yes', 'must be true or false'],
    ['an object for a list', z.array(z.string()), {}, 'must be a list'],
    ['a list for an object', z.object({}), [], 'must be an object'],
    ['an unknown word', z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    ['another word than the one', z.literal('a'), 'c', 'must be a'],
    ['a number too large', z.number().max(5), 6, 'must be at most 5'],
    ['a number too small', z.number().min(0), -1, 'must be at least 0'],
    ['text too long', z.string().max(2), 'abc', 'must have at most 2 characters'],
    ['too few entries', z.array(z.string()).min(1), [], 'must have at least 1 entries'],
    ["a schema's own message", z.string('must be a name'), 5, 'must be a name'],
  ])('%s', (_, schema, value, message) => {
    expect(messages(z.object({ field: schema }), { field: value })).toEqual({ field: [message] });
  });

  it('for an invoice: every field that is missing, and of the wrong type', () => {
    expect(messages(documentBody, { notes: 5, language: 'it', lines: [{ quantity: true }] })).toEqual({
      issueDate: ['is required'],
      notes: ['must be text'],
      language: ['must be one of ro, en, de, fr'],
      'lines.0.description': ['is required'],
      'lines.0.quantity': ['must be a number'],
      'lines.0.unitPrice': ['is required'],
    });
  });
});
