import * as z from 'zod';
import { patch } from '#shared/base/kernel/patch.ts';
import { requiredName } from '../account/names.ts';

/** Body of PATCH /api/v1/organizations/{uuid} (ORG-3). Renaming keeps the slug, because URLs contain it. */
export const organizationChangeBody = patch({ name: requiredName(255) }).meta({ id: 'OrganizationChange' });

export type OrganizationChange = z.infer<typeof organizationChangeBody>;
