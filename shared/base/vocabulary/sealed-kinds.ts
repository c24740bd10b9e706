/**
 * What is sealed under the key of credentials (aws/sealed.ts), and what tells its encryption contexts from those of all others: the value of
 * `purpose`, or a name that no other has. A function may only seal, or open, the kinds that its `uses` names, whatever it can read
 * (infra/grants/key-grants.ts).
 */
export const SEALED_KINDS = {
  totp: { purpose: 'totp' },
  'share-links': { purpose: 'share-links' },
  'webhook-secret': { name: 'webhook' },
  'taxauth-token': { name: 'tokenId' },
  'taxauth-link': { name: 'taxauthLink' },
  invitation: { name: 'invitationId' },
} as const satisfies Record<string, { purpose: string } | { name: string }>;
export type SealedKind = keyof typeof SEALED_KINDS;
export const SEALED = Object.keys(SEALED_KINDS) as SealedKind[];

export type SealGrant = `secrets-key:encrypt:${SealedKind}`;
export type UnsealGrant = `secrets-key:decrypt:${SealedKind}`;
export const sealGrant = (kind: SealedKind): SealGrant => `secrets-key:encrypt:${kind}`;
export const unsealGrant = (kind: SealedKind): UnsealGrant => `secrets-key:decrypt:${kind}`;
