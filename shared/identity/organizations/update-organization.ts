import * as z from 'zod';
import { instant } from '../../kernel/clock.ts';
import { found } from '../../kernel/errors.ts';
import { text } from '../../kernel/fields.ts';
import { patch } from '../../kernel/patch.ts';
import { type Commit, update } from '../../store/transact.ts';
import { organizationRecordKey } from '../../access/records.ts';
import type { Organization } from '../../access/model.ts';

/** Body of PATCH /api/v1/organizations/{uuid} (completions-accounts §6). The slug stays: addresses are made of it. */
export const OrganizationChange = patch({ name: text(255) });
export type OrganizationChange = z.infer<typeof OrganizationChange>;

/** Renames an organization. @throws 404 */
export function updateOrganization(
  loaded: Organization | undefined,
  change: OrganizationChange,
  commit: Commit<Organization>,
): Promise<Organization> {
  const organization: Organization = { ...found(loaded, 'Organization') };
  const changed = { ...organization, name: change.name ?? organization.name, updatedAt: instant() };
  return commit(
    [
      update(organizationRecordKey(organization.id), {
        expression: 'SET #data.#name = :name, #data.updatedAt = :now',
        names: { '#data': 'data', '#name': 'name' },
        values: { ':name': changed.name, ':now': changed.updatedAt },
        condition: 'attribute_exists(pk)',
      }),
    ],
    changed,
  );
}
