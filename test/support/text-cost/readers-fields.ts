import * as z from 'zod';
import { readCredential } from '#shared/platform/lambda/endpoint/steps/credential.ts';
import { comparedBody, jsonBody } from '#shared/platform/lambda/endpoint/request.ts';
import { claimedBy } from '#shared/platform/access/access-token.ts';
import { composeContactMail } from '#shared/accounts/contact/mail.ts';
import { isTimeZone, preferredLanguage } from '#shared/accounts/identity/account/locale.ts';
import { passwordViolation } from '#shared/accounts/identity/passwords/password-rules.ts';
import { slugified } from '#shared/accounts/identity/organizations/slugs.ts';
import { bareNumberPrefix } from '#shared/records/catalogue/series/store.ts';
import { SEARCHED } from '#shared/documents/invoices/list/filter.ts';
import { paddedNumber, searchesIn } from '#shared/documents/lists/text-search.ts';
import { collated, initialOf } from '#shared/base/kernel/collate.ts';
import { isDate } from '#shared/base/kernel/dates.ts';
import { currency, date, email, id, numeric, optionalText, text } from '#shared/base/kernel/fields.ts';
import { comparedCui } from '#shared/records/parties/clients/store.ts';
import { euCountryOf } from '#shared/records/parties/clients/rules.ts';
import { registryNumber } from '#shared/records/parties/clients/input.ts';
import { bic, iban } from '#shared/records/parties/bank-accounts/iban.ts';
import { vatNumber } from '#shared/authority/registries/lookups.ts';
import { expiryOf, readTokenValue } from '#shared/authority/taxauth/connections/rules.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { each, many, type Reader } from './measure.ts';

const WORDS = each(['a', ' ', '\u00a0', '-', '.', '9', 'ș', 's\u0327', '\u0301', '\ud800', '\ufdfa', 'a ', '\t\n', 'RO', 'x@y.']);
const NUMBERS = [...WORDS, ...each(['0', '1.', ',', '1e', '-', ' 1'], '', 'x'), many('9', '0.'), many(' ', 'RO', '1x')];

const field = (reads: string, source: string, schema: z.ZodType): Reader => ({
  reads,
  source,
  inputs: NUMBERS,
  run: value => schema.safeParse(value),
});
const fields = 'shared/base/kernel/fields.ts';

const event = (headers: Record<string, string>, body = ''): APIGatewayProxyEventV2 =>
  ({ headers, body }) as unknown as APIGatewayProxyEventV2;
const JSON_TYPE = { 'content-type': 'application/json' };

/** API Gateway rejects requests with more than 10,240 bytes of headers. */
const HEADERS = { longest: 10_240 };

/** Fields of requests, headers, search texts, numbers and names. */
export const fieldReaders: Reader[] = [
  field('text', fields, text(5000)),
  field('optionalText', fields, optionalText(5000)),
  field('numeric', fields, numeric()),
  field('email', fields, email()),
  field('id', fields, id()),
  field('date', fields, date()),
  field('currency', fields, currency()),
  field('iban', 'shared/records/parties/bank-accounts/iban.ts', iban()),
  field('bic', 'shared/records/parties/bank-accounts/iban.ts', bic()),
  field('vatNumber', 'shared/authority/registries/lookups.ts', vatNumber()),
  field('registryNumber', 'shared/records/parties/clients/input.ts', registryNumber()),
  {
    reads: 'z.email',
    source: 'zod',
    inputs: each(['a', 'a.', '.', '-', 'a-', '+', 'a@', '@a', 'a.b-'], '', '@').concat(
      each(['a', 'a.', 'a-', '-', '.'], 'a@', '!'),
    ),
    run: value => z.email().safeParse(value),
  },
  {
    reads: 'z.iso.datetime',
    source: 'zod',
    inputs: each(['1', '0', ':', '00:'], '2026-01-01T00:00:00.', 'x'),
    run: value => z.iso.datetime({ offset: true }).safeParse(value),
  },
  { reads: 'isDate', source: 'shared/base/kernel/dates.ts', inputs: NUMBERS, run: isDate },
  { reads: 'collated', source: 'shared/base/kernel/collate.ts', inputs: WORDS, run: collated },
  { reads: 'initialOf', source: 'shared/base/kernel/collate.ts', inputs: WORDS, run: initialOf },
  {
    reads: 'searchesIn',
    source: 'shared/documents/lists/text-search.ts',
    inputs: WORDS,
    run: value => searchesIn(value.slice(0, value.length / 2), SEARCHED).map(({ holds }) => holds(`${value}!`)),
  },
  { reads: 'paddedNumber', source: 'shared/documents/lists/text-search.ts', inputs: NUMBERS, run: paddedNumber },
  { reads: 'comparedCui', source: 'shared/records/parties/clients/store.ts', inputs: NUMBERS, run: comparedCui },
  {
    reads: 'euCountryOf',
    source: 'shared/records/parties/clients/rules.ts',
    inputs: each(['A', '1', 'A1', '-'], 'DE', '!'),
    run: euCountryOf,
  },
  {
    reads: 'slugified',
    source: 'shared/accounts/identity/organizations/slugs.ts',
    inputs: [...WORDS, many('-', 'a', 'b')],
    run: slugified,
  },
  {
    reads: 'bareNumberPrefix',
    source: 'shared/records/catalogue/series/store.ts',
    inputs: [...WORDS, many('-/._ ', 'a', 'b')],
    run: bareNumberPrefix,
  },
  {
    ...HEADERS,
    reads: 'preferredLanguage',
    source: 'shared/accounts/identity/account/locale.ts',
    inputs: each(['ro,', ';', ';q=', ' ', ',', 'q=.', ';q=1 ', '-'], 'ro;q='),
    run: preferredLanguage,
  },
  {
    reads: 'isTimeZone',
    source: 'shared/accounts/identity/account/locale.ts',
    inputs: each(['a', '/', 'Etc/', '_', '+1'], 'E'),
    run: isTimeZone,
  },
  {
    reads: 'passwordViolation',
    source: 'shared/accounts/identity/passwords/password-rules.ts',
    inputs: WORDS,
    run: value => passwordViolation(value, 'a@b.ro'),
  },
  {
    ...HEADERS,
    reads: 'readCredential',
    source: 'shared/platform/lambda/endpoint/steps/credential.ts',
    inputs: [...each(['a', ' ', '.', 'a.b', '\t'], 'Bearer '), many('0', 'af_'), many(' ', 'x')],
    run: value => readCredential(event({ authorization: value })),
  },
  {
    ...HEADERS,
    reads: 'claimedBy',
    source: 'shared/platform/access/access-token.ts',
    inputs: each(['.', 'a', 'W1', 'W1tb', '.W'], 'a.'),
    run: claimedBy,
  },
  {
    reads: 'readTokenValue',
    source: 'shared/authority/taxauth/connections/rules.ts',
    inputs: each(['a', '.', ' ', 'a.']),
    run: readTokenValue,
  },
  {
    reads: 'expiryOf',
    source: 'shared/authority/taxauth/connections/rules.ts',
    inputs: each(['W1tb', '.', 'a'], 'a.', '.a'),
    run: expiryOf,
  },
  {
    reads: 'jsonBody',
    source: 'shared/platform/lambda/endpoint/request.ts',
    inputs: [
      ...each(['1', '1e', '[', '{"a":', '"', '\\u0000', ' ', '\ud800', '1,', '{"a":1},'], '{"a":['),
      many('9', '{"a":', '}'),
      many('"a":1,', '{', '"a":1}'),
    ],
    run: value => jsonBody(event(JSON_TYPE, value)),
  },
  {
    ...HEADERS,
    reads: 'jsonBody, content type',
    source: 'shared/platform/lambda/endpoint/request.ts',
    inputs: each(['a', '+', 'a+', '+json', ' '], 'application/'),
    run: value => jsonBody(event({ 'content-type': value }, '{}')),
  },
  {
    reads: 'comparedBody, boundary',
    source: 'shared/platform/lambda/endpoint/request.ts',
    inputs: each(['boundary=', 'a', '"', 'boundary="', ';'], 'multipart/form-data; boundary='),
    run: value => comparedBody(event({ 'content-type': value }, value)),
  },
  {
    // The form accepts no more.
    longest: 5000,
    reads: 'composeContactMail',
    source: 'shared/accounts/contact/mail.ts',
    inputs: each(['\n', '\r\n', ' \n', '\n ', ' ', 'a\n\n', '<']),
    run: message => {
      process.env['MAIL_FROM'] ??= 'Service <no-reply@example.org>';
      return composeContactMail({ name: message, email: 'a@b.ro', subject: 'x', message });
    },
  },
];
