import type { Sealed } from '#shared/platform/aws/sealed.ts';
import type { Language } from '#shared/model/document.ts';
import type { Permission, Role } from './permissions.ts';

/** A person who signs in. Item `U#<id>` / `A#`. */
export interface Account {
  id: string;
  /** Lower-case. */
  email: string;
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  locale: Language;
  timezone: string;
  respectQuietHours: boolean;
  /** A free-form object as JSON text, because DynamoDB cannot store every number and nesting depth that JSON allows. */
  preferences: string;
  /** Platform roles, normally none. */
  roles: string[];
  active: boolean;
  emailConfirmed: boolean;
  mfaEnabled: boolean;
  /** Changes with the password: sessions opened under another value are no longer valid. */
  credentialsChangedAt: string;
  /**
   * How often the proven owner of the email has taken the account over from its registrant (takeover.ts); absent: never.
   * Credentials that survive a password change store the epoch of their creation, and are invalid under any other (epoch.ts).
   */
  epoch?: number;
  /** A takeover has begun and has not ended yet: the registrant is locked out, the owner not yet let in. */
  takeoverPending?: boolean;
  lastConnectedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A person's place in an organization. Item `U#<user>` / `A#M#<organization>`, listed by organization in gsi1. */
export interface Membership {
  id: string;
  userId: string;
  organizationId: string;
  role: Role;
  /** Custom permissions; empty = those of the role. */
  permissions: string[];
  /** Ids of the companies that an accountant or employee may access; ignored for other roles. */
  allowedCompanies: string[];
  isActive: boolean;
  joinedAt: string;
  createdAt: string;
  updatedAt: string;
}

export const PLAN_KEYS = ['freemium', 'starter', 'professional', 'business'] as const;
export type Plan = (typeof PLAN_KEYS)[number];

/** Item `O#<id>` / `ORGANIZATION`. */
export interface Organization {
  id: string;
  name: string;
  slug: string;
  plan: Plan;
  /** Set when its last member left: its data is retained, but nobody can access it. */
  closedAt?: string;
  createdAt: string;
  updatedAt: string;
}

/**
 * The numbers of active members and owners of an organization, updated in the transactions that change members. Each of these
 * fails if members or invitations have changed since its read, so that "at most n" and "never without an owner" hold exactly.
 */
export interface People {
  version: number;
  active: number;
  owners: number;
}

export const INVITED_ROLES = ['admin', 'accountant', 'employee'] as const;

/** An invitation to join an organization. Item `O#<organization>` / `INVITATION#<sha256 of the token>`. */
export interface Invitation {
  id: string;
  organizationId: string;
  /** Lower-case. */
  email: string;
  role: (typeof INVITED_ROLES)[number];
  allowedCompanies: string[];
  /** Whether it is expired follows from `expiresAt`. */
  status: 'pending' | 'accepted' | 'cancelled';
  invitedBy: { id: string; name: string };
  /** Language of the mail: the inviter's. */
  language: Language;
  /** The encrypted token, decrypted only to send another mail with the same token. */
  sealedToken: Sealed;
  /**
   * The inviter's membership when the invitation was created or last sent again: the invitation is valid only while the inviter
   * could still create it.
   */
  standsOn?: Standing;
  /** SHA-256 of the token. */
  tokenHash: string;
  /** The times of the last three repeated mails. */
  resentAt: string[];
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

/** The fields of a membership that determine which rights its holder may give to others. */
export type Standing = Pick<Membership, 'userId' | 'role' | 'permissions' | 'allowedCompanies'>;

/** One login: the family of its refresh tokens. Item `U#<user>` / `SESSION#<id>`. */
export interface Session {
  id: string;
  userId: string;
  /** `Account.credentialsChangedAt` when the session was opened. */
  credentialsChangedAt: string;
  /** SHA-256 of what all its refresh tokens share (credentials.ts). */
  familyHash: string;
  /** SHA-256 of the refresh token that is valid now. */
  refreshHash: string;
  /**
   * SHA-256 of the previous refresh token, and the current one encrypted under the previous one, so that only its holder can read
   * it (sessions.ts).
   */
  previousHash: string | null;
  sealedSuccessor: string | null;
  rotatedAt: string;
  createdAt: string;
  revokedAt: string | null;
  /** The header `User-Agent` of the login, by which the person can recognize the session. */
  userAgent?: string | null;
}

/** Item `U#<user>` / `KEY#<sha256 of the key>`. */
export interface ApiToken {
  id: string;
  userId: string;
  organizationId: string;
  name: string;
  tokenPrefix: string;
  tokenHash: string;
  scopes: string[];
  lastUsedAt: string | null;
  expireAt: string | null;
  revokedAt: string | null;
  /** A key for sandbox companies (ACC-102); absent for the others. */
  sandbox?: true;
  /** `Account.epoch` when the key was made. */
  epoch?: number;
  createdAt: string;
}

/** Who makes a request, after admission. */
export interface Actor {
  userId: string;
  email: string;
  name: string;
  account: Account;
  /** Active memberships only. */
  memberships: Membership[];
  /** The login's id; null when an API key is used. */
  sessionId: string | null;
  /** When the person logged in (an instant); null when an API key is used. */
  loggedInAt: string | null;
  apiToken: ApiToken | null;
  /** The membership of the organization that the request is about; null when there is none. */
  membership: Membership | null;
  /** Effective permissions in that organization. */
  permissions: ReadonlySet<Permission>;
}

/** The name shown beside events and documents. */
export const fullName = (person: { firstName: string | null; lastName: string | null; email: string }): string =>
  [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email;
