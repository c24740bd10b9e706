import * as z from 'zod';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { documented, MAX_ENTRIES, text, TOO_MANY_ENTRIES } from '#shared/base/kernel/fields.ts';
import { freshProof } from '../mfa/input.ts';
import { instant } from '#shared/base/kernel/clock.ts';

const scopes = () =>
  z
    .array(documented(z.string().trim(), { type: 'string', enum: PERMISSIONS }), 'must be a list of scopes')
    .min(1, 'must name at least one scope')
    .max(MAX_ENTRIES, TOO_MANY_ENTRIES)
    .transform(names => [...new Set(names)]);

const INSTANT = 'must be an ISO 8601 instant such as 2030-01-31T00:00:00Z';

const expiry = () =>
  documented(
    z
      .union([z.literal(''), z.iso.datetime({ offset: true })], INSTANT)
      .transform(value => (value === '' ? null : new Date(value).toISOString()))
      .refine(value => value === null || value > instant(), 'must be in the future'),
    { type: 'string', format: 'date-time' },
  ).nullish();

/** Body of POST /api/v1/api-tokens; `expireAt` is another name of `expiresAt`. */
export const newApiTokenBody = z
  .object({
    name: text(255),
    scopes: scopes(),
    expiresAt: expiry(),
    expireAt: expiry(),
    sandbox: z.boolean().optional().describe('True: a key for the sandbox companies of the organization, and for no others.'),
    ...freshProof,
  })
  .transform(({ expiresAt, expireAt, ...form }) => ({ ...form, expireAt: expiresAt ?? expireAt ?? null }))
  .meta({ id: 'ApiTokenInput' });

export type ApiTokenInput = z.infer<typeof newApiTokenBody>;

/** Body of PATCH /api/v1/api-tokens/{uuid}. */
export const apiTokenChangeBody = z
  .object({ name: text(255).optional(), scopes: scopes().optional(), ...freshProof })
  .refine(({ name, scopes }) => name !== undefined || scopes !== undefined, 'names no field to change')
  .meta({ id: 'ApiTokenChange', minProperties: 1 });

export type ApiTokenChange = z.infer<typeof apiTokenChangeBody>;
