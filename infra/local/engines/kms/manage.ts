import * as z from 'zod';
import { operation } from '../aws-json.ts';
import { AwsError } from '../http.ts';
import type { KeyFile, StoredKey } from './keys.ts';

/** Names below `alias/aws/` are those of AWS. */
const alias = z.string().regex(/^alias\/(?!aws\/)[\w/-]+$/);
/** The id or ARN of a key. An alias is none. */
const keyId = z.string().regex(/^(?!.*\balias\/)./, 'must be the id or ARN of a key');

/** The KMS operations that create and delete keys and move aliases. */
export function keyManagement(keys: KeyFile) {
  const existing = (name: string): StoredKey => {
    const key = keys.aliased(name);
    if (!key) throw new AwsError('NotFoundException', 400, `Alias '${name}' does not exist`);
    return key;
  };
  const usable = (id: string): StoredKey => {
    const key = keys.find(id);
    if (key.deletedAt !== undefined) throw new AwsError('KMSInvalidStateException', 400, `${key.arn} is pending deletion.`);
    return key;
  };
  return {
    CreateKey: operation(
      z.object({
        KeySpec: z.enum(['ECC_NIST_P256', 'SYMMETRIC_DEFAULT']).default('SYMMETRIC_DEFAULT'),
        KeyUsage: z.enum(['SIGN_VERIFY', 'ENCRYPT_DECRYPT']).default('ENCRYPT_DECRYPT'),
        Tags: z.array(z.object({ TagKey: z.string().min(1), TagValue: z.string() })).default([]),
      }),
      ({ KeySpec, KeyUsage, Tags }) => {
        if ((KeySpec === 'ECC_NIST_P256') !== (KeyUsage === 'SIGN_VERIFY'))
          throw new AwsError('ValidationException', 400, `KeyUsage ${KeyUsage} is not compatible with KeySpec ${KeySpec}`);
        const tags = Object.fromEntries(Tags.map(({ TagKey, TagValue }) => [TagKey, TagValue]));
        const { id, arn } = keys.create(KeyUsage, tags);
        return { KeyMetadata: { KeyId: id, Arn: arn, KeySpec, KeyUsage } };
      },
    ),
    CreateAlias: operation(z.object({ AliasName: alias, TargetKeyId: keyId }), ({ AliasName, TargetKeyId }) => {
      if (keys.aliased(AliasName))
        throw new AwsError('AlreadyExistsException', 400, `An alias with the name ${AliasName} already exists`);
      keys.point(AliasName, usable(TargetKeyId));
      return {};
    }),
    UpdateAlias: operation(z.object({ AliasName: alias, TargetKeyId: keyId }), ({ AliasName, TargetKeyId }) => {
      const target = usable(TargetKeyId);
      if (existing(AliasName).usage !== target.usage)
        throw new AwsError('ValidationException', 400, 'An alias stays with keys of one usage.');
      keys.point(AliasName, target);
      return {};
    }),
    DeleteAlias: operation(z.object({ AliasName: alias }), ({ AliasName }) => {
      existing(AliasName);
      keys.point(AliasName);
      return {};
    }),
    ScheduleKeyDeletion: operation(
      z.object({ KeyId: keyId, PendingWindowInDays: z.int().min(7).max(30).default(30) }),
      ({ KeyId, PendingWindowInDays }) => {
        const key = usable(KeyId);
        keys.discard(key);
        return { KeyId: key.arn, KeyState: 'PendingDeletion', PendingWindowInDays };
      },
    ),
  };
}
