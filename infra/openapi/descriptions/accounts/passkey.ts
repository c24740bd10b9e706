import type { AreaDescriptions } from '../model.ts';

export const passkey: AreaDescriptions = {
  operations: {
    'passkey-register-options': `The first step of a registration: options for \`navigator.credentials.create()\` of the browser. Send the answer of the authenticator
to \`POST /api/v1/passkey/register\` within five minutes. Needs a login: an API token answers 403.`,
    'passkey-register': {
      description: `The second step of a registration: stores the passkey, with which the user can log in from then on. A mail tells of it. Needs a login:
an API token answers 403.

- 400 for an ill-formed answer, and for a challenge that is unknown, answered or older than five minutes.
- 403 if the authenticator has not verified its user, and with reason \`proof_required\` for a login more than 10 minutes ago without
  \`password\`.
- 409 for a passkey that is registered already.
- 422 for a wrong attestation, origin or domain, an attestation other than \`none\`, and a wrong \`password\`.`,
      responses: { 201: 'The passkey was registered.' },
    },
  },
  schemas: {
    PasskeyCreationOptions: {
      description: 'Options of a registration: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn.',
      fields: {
        rp: 'The service.',
        'rp.id': 'Domain for which the passkey is valid.',
        'rp.name': 'Name of the service.',
        user: 'The user.',
        'user.id': 'Handle of the user, in base64url.',
        'user.name': 'Email of the user.',
        'user.displayName': 'Name, or else email.',
        challenge: 'The challenge to sign, in base64url.',
        pubKeyCredParams: 'Signature algorithms, the preferred one first.',
        'pubKeyCredParams.type': 'Always `public-key`.',
        'pubKeyCredParams.alg': 'COSE number: -7 is ES256, -257 is RS256.',
        timeout: 'Time for the registration in milliseconds.',
        attestation: 'Always `none`.',
        authenticatorSelection: 'What the authenticator must do.',
        'authenticatorSelection.residentKey': 'Always `preferred`: logins without email become possible.',
        'authenticatorSelection.requireResidentKey': 'Always false.',
        'authenticatorSelection.userVerification': 'Always `required`: the authenticator verifies its user.',
        excludeCredentials: 'Passkeys that the user has already; their authenticators make no other.',
      },
    },
    PasskeyInput: {
      description: 'A new passkey.',
      fields: {
        name: 'Name of the passkey, for people.',
        response: 'The answer of the authenticator.',
        password: 'Password of the account; required if the login was more than 10 minutes ago and the account has one.',
      },
    },
    PasskeyAttestation: {
      description: 'A new credential: `RegistrationResponseJSON` of WebAuthn. Binary values are in base64url.',
      fields: {
        id: 'Id of the credential.',
        rawId: 'The same as `id`.',
        type: 'Always `public-key`.',
        response: 'What the authenticator made.',
        'response.clientDataJSON': 'Client data, with the challenge.',
        'response.attestationObject': 'Attestation, with the public key.',
      },
    },
  },
};
