import type { Item } from '#shared/platform/store/table.ts';

/** A passkey: a WebAuthn credential that signs its owner in. Item `U#<user>` / `PASSKEY#<id>`. */
export interface Passkey {
  id: string;
  userId: string;
  /** Chosen by the authenticator; base64url. */
  credentialId: string;
  /** COSE key (RFC 9052), base64url. */
  publicKey: string;
  /** The highest signature counter seen; 0 for authenticators that do not count. */
  signCount: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** `Account.epoch` when the passkey was registered. */
  epoch?: number;
}

/** Lookup of a passkey by its credential id, which it makes unique. Item key: `passkeyOwnerKey`. */
export interface PasskeyOwner {
  userId: string;
  id: string;
}

export type PasskeyItem = Item & { data: Passkey };
