import type { Finding } from './asvs/model.ts';

/** Weaknesses that reviews of this service found, each with the test that proves its mend, or the reason why it stands. */
export const FINDINGS: readonly Finding[] = [
  {
    weakness: "Who registered another person's email keeps keys, passkeys and members after that person takes the account over",
    tests: [
      {
        file: 'test/api/auth/takeover.long.test.ts',
        name: 'API keys, passkey, second factor, password, sessions and half-finished logins of the registrant are void',
      },
      {
        file: 'test/api/auth/takeover.long.test.ts',
        name: 'other members, pending invitations and licence keys of the organization are void; its companies stay',
      },
      {
        file: 'test/api/auth/takeover-concurrent.long.test.ts',
        name: 'requests of the registrant that were admitted before leave nothing behind',
      },
    ],
  },
  {
    weakness:
      "What the registrant of another person's email has set up directs money and documents after that person takes the account over",
    tests: [
      {
        file: 'test/api/auth/takeover-company.test.ts',
        name: 'by %s removes what directs money and documents, keeps the rest, says what was removed, and has nothing to do when it is repeated',
      },
    ],
  },
  {
    weakness: 'An account whose email nobody has confirmed publishes documents and sets up what outlives it',
    tests: [
      {
        file: 'test/api/all-endpoints/unconfirmed.test.ts',
        name: 'everything else is refused before anything is read or done',
      },
    ],
  },
  {
    weakness: 'Anybody writes to strangers by the names in mails of the service',
    tests: [
      {
        file: 'test/api/auth/texts-of-strangers.test.ts',
        name: 'no mail to an address that is not confirmed has a text that anybody has chosen',
      },
      {
        file: 'test/api/auth/texts-of-strangers.test.ts',
        name: 'an invitation shows the names of people and organization, short and without links',
      },
      { file: 'test/unit/identity/names.test.ts', name: 'is short, and nothing in it is an address, whatever it is' },
    ],
  },
  {
    weakness: 'A regular expression that looks at attachments takes exponential time',
    tests: [
      {
        file: 'test/unit/invoices/attachments/sniff.test.ts',
        name: 'comments without content or end cost no more than their length',
      },
      { file: 'test/infra/regular-expressions.test.ts', name: 'take linear time' },
    ],
  },
  {
    weakness: 'Requests that are refused have read what their input asks for',
    tests: [
      {
        file: 'test/bench/refused.test.ts',
        name: 'a refused request (401, 403, 429) reads at most what admission itself does > $title',
      },
      {
        file: 'test/bench/refused.test.ts',
        name: 'a list of 1,000 companies in the body of a forged request costs no read; 1,001 are refused',
      },
    ],
  },
  {
    weakness: 'A member who manages members gives a role that reaches companies which they do not reach',
    tests: [
      {
        file: 'test/api/members/update.long.test.ts',
        name: '403: nobody gives a role that reaches companies which they do not reach themselves',
      },
      {
        file: 'test/api/invitations/create.long.test.ts',
        name: '403: nobody invites into a role that reaches companies which they do not reach themselves',
      },
    ],
  },
  {
    weakness: 'Many invitations are mailed to strangers',
    tests: [
      {
        file: 'test/api/invitations/limits.long.test.ts',
        name: 'one address is invited 3 times an hour, also when each is taken back and whoever invites; others still are',
      },
      { file: 'test/api/invitations/limits.test.ts', name: 'by %s' },
    ],
  },
  {
    weakness: 'Accounts whose email is not confirmed invite strangers',
    tests: [
      {
        file: 'test/api/invitations/resend.test.ts',
        name: '403 for a caller whose own email is not confirmed, when inviting and when mailing again',
      },
    ],
  },
  {
    weakness: 'The number of document mails counts mails, not recipients, for each company',
    tests: [
      {
        file: 'test/api/invoice-emails/send.long.test.ts',
        name: '429: above 100 recipients in an hour per organization; copies count, refused mails and repetitions do not',
      },
      {
        file: 'test/api/invoice-emails/send.long.test.ts',
        name: '429: all companies of an organization share the number; those of another one do not',
      },
    ],
  },
  {
    weakness: 'Complaints of a recipient can be overridden',
    tests: [
      {
        file: 'test/api/invoice-emails/suppression.long.test.ts',
        name: 'force overrides a bounce, never a complaint, in any field and any case',
      },
    ],
  },
  {
    weakness: 'A flood of document mails delays mails about accounts',
    tests: [
      {
        file: 'test/infra/stacks.test.ts',
        name: 'mails with documents leave the mail service room for mails about accounts: ten at a time, from a queue of their own',
      },
      {
        file: 'test/faults/mail-throttling.long.test.ts',
        name: 'delays no password reset: that has a queue of its own and finds room beside them',
      },
    ],
  },
  {
    weakness: "Anyone locks the password of another person, also inside of that person's session",
    tests: [
      {
        file: 'test/api/auth/known-addresses.long.test.ts',
        name: 'is open to who comes from where they logged in before, as often as they like, and shut to everybody else',
      },
      {
        file: 'test/api/auth/known-addresses.long.test.ts',
        name: 'takes 50 an hour from there too, and then not the right one either; a success starts that count again',
      },
      { file: 'test/api/auth/account-limits.long.test.ts', name: 'tries at logins stop nobody inside a session' },
    ],
  },
  {
    weakness: 'Sessions cannot be seen or ended',
    tests: [
      { file: 'test/api/me/sessions.test.ts', name: '204: the access token and the refresh token are over, other logins go on' },
      { file: 'test/api/me/sessions.test.ts', name: 'ends all others: the one that asks goes on, and can be refreshed' },
    ],
  },
  {
    weakness: 'Sessions never have to end',
    tests: [
      {
        file: 'test/api/me/sessions.long.test.ts',
        name: 'A login ends for good after 90 days > however often it is refreshed, with its access tokens',
      },
    ],
  },
  {
    weakness: 'A stolen access token adds a passkey or TOTP',
    tests: [
      {
        file: 'test/api/me/fresh-proof.test.ts',
        name: '403 from then on, also after a refresh; the password is a proof, a wrong one is 422',
      },
      {
        file: 'test/api/me/fresh-proof.long.test.ts',
        name: 'a new login is a proof, also by passkey; who has no password is asked for one',
      },
      { file: 'test/api/me/fresh-proof.test.ts', name: 'is mailed once for each, in the language of the person (%s)' },
    ],
  },
  {
    weakness: 'Secrets of outside services stand in the environment of all functions',
    tests: [
      { file: 'test/infra/stages.test.ts', name: '%o is refused with what to change' },
      {
        file: 'test/infra/functions.test.ts',
        name: 'only a function that declares it may read a secret, and no other parameter',
      },
    ],
  },
  {
    weakness: 'Any function that may write the table may publish keys that sign tokens',
    tests: [
      {
        file: 'test/infra/functions.test.ts',
        name: 'only a function that signs access tokens or rotates their keys may write the published keys',
      },
      {
        file: 'test/infra/functions.test.ts',
        name: 'every write of them is denied to all other functions, whatever their roles allow',
      },
    ],
  },
  {
    weakness: 'The process that drives the browser may read and write the whole table',
    tests: [
      {
        file: 'test/infra/functions.test.ts',
        name: 'functions that run a browser or reach addresses of customers may only write their log',
      },
      { file: 'test/infra/bundle.test.ts', name: 'the printer has its browser beside itself, and no other function has one' },
    ],
  },
  {
    weakness: 'The limits of the tax authority are not kept',
    tests: [
      {
        file: 'test/faults/authority-limits.long.test.ts',
        name: 'lets 1,000 of 20 workers through, whatever their companies; the 1,001st waits until the first have left every minute',
      },
      {
        file: 'test/api/taxauth/limits.test.ts',
        name: 'of its register and of a submission: 429 with retryAfter and Retry-After',
      },
      {
        file: 'test/api/clients/registers.test.ts',
        name: 'is called once a second: two callers more wait for their turn, the others get 429, and clients are created without it',
      },
    ],
  },
  {
    weakness: 'Uploads that are announced are not counted',
    tests: [
      {
        file: 'test/api/attachments/start-upload.long.test.ts',
        name: '429 after 50 uploads of one company within the lifetime of an upload form; allowed again once it has passed',
      },
      {
        file: 'test/api/attachments/start-upload.long.test.ts',
        name: '429 after 10 GB announced by one company in a day; allowed again on the next, and to others meanwhile',
      },
      {
        file: 'test/infra/stacks.test.ts',
        name: 'posting an upload again replaces the file: no versions, and all is gone after a day',
      },
    ],
  },
  {
    weakness: 'One tenant uses up the renderer',
    tests: [
      {
        file: 'test/api/all-endpoints/company-limits.test.ts',
        name: 'a PDF that is stored costs nothing, one that must be rendered a token',
      },
      {
        file: 'test/api/all-endpoints/company-limits.test.ts',
        name: 'share links count with their company; a change of the configuration voids what is stored',
      },
      {
        file: 'test/api/all-endpoints/company-limits.test.ts',
        name: 'of many at once those pass for whom there is a token; the others are told when to come again',
      },
    ],
  },
  {
    weakness: 'Switching off limits of requests switches off limits of accounts',
    tests: [
      {
        file: 'test/api/auth/account-limits.test.ts',
        name: '50 an hour without success are looked at, and then not the right one either; an email that nobody has is limited alike',
      },
    ],
  },
  {
    weakness: 'The rotation of signing keys may tag and delete other keys',
    tests: [
      {
        file: 'test/infra/keys.test.ts',
        name: 'rotation touches signing keys alone, and deletes and renames only those that bear its tag',
      },
      {
        file: 'test/infra/keys.test.ts',
        name: 'the keys of data, of credentials and of events of mails refuse to be deleted, disabled, tagged or renamed by any function',
      },
    ],
  },
  {
    weakness: 'An API key of any scope changes what needs no permission',
    tests: [
      {
        file: 'test/api/all-endpoints/definitions.test.ts',
        name: '$title, which changes something and asks for no permission, is for sessions',
      },
      { file: 'test/api/me/update.test.ts', name: '403: an API key changes nothing, whatever it may do' },
    ],
  },
  {
    weakness: 'Adding the tax number of a deleted company restores and shows it to who does not reach it',
    tests: [
      {
        file: 'test/api/companies/restore.test.ts',
        name: 'stays deleted, and says nothing of itself, to a member who does not reach it',
      },
      {
        file: 'test/api/companies/restore.long.test.ts',
        name: 'stays deleted for a member who reaches it and may not delete companies, and comes back for one who may',
      },
    ],
  },
  {
    weakness: 'The stored fingerprint of a request is a plain hash of a body that may hold a password',
    tests: [
      {
        file: 'test/unit/lambda/idempotency.mocks.test.ts',
        name: 'what is kept of a request tells nothing of its content to who does not know the key',
      },
    ],
  },
  {
    weakness: 'A cell of a CSV file is a formula for a spreadsheet that splits it',
    tests: [
      {
        file: 'test/unit/invoices/export/csv.test.ts',
        name: 'every cell parsed back is what it was, but for apostrophes, and no part of it that a spreadsheet may split off is a formula',
      },
    ],
  },
  {
    weakness: 'Any Authorization header gets the larger bucket of requests',
    tests: [
      {
        file: 'test/api/all-endpoints/rate-limits.test.ts',
        name: 'the larger bucket is for callers whose credential was verified > not for every caller who sends an Authorization header: forged and expired tokens, unknown, revoked and expired keys, garbage',
      },
    ],
  },
  {
    weakness: 'Long tokens of links are a failure of the service, and tokens lie in the table in the clear',
    tests: [
      { file: 'test/api/taxauth/create-link.test.ts', name: 'a token that is %s is unknown (404), on both ways to use it' },
      {
        file: 'test/api/taxauth/create-link.test.ts',
        name: 'are stored without their tokens: a hash to find them by, and the token encrypted for its maker',
      },
    ],
  },
  {
    weakness: 'Log lines name neither user nor company, and there are no security events',
    tests: [
      {
        file: 'test/unit/lambda/log-fields.test.ts',
        name: 'carries the request id that the caller was given, the function, the route, the company, its organization and the user',
      },
      {
        file: 'test/api/auth/security-log.test.ts',
        name: 'a refused login: with the user id of the account, without one for an unknown email',
      },
      {
        file: 'test/api/auth/security-log.test.ts',
        name: 'a credential that is none, a permission that is missing, a company of others',
      },
    ],
  },
  {
    weakness: 'Few common passwords are refused',
    tests: [
      {
        file: 'test/unit/identity/passwords.mocks.test.ts',
        name: 'the 3,000 most used ones that are long enough are refused, and some of this country; all lower-case',
      },
    ],
  },
  {
    weakness: 'ID tokens of a provider are taken twice',
    tests: [
      {
        file: 'test/api/auth/idp.long.test.ts',
        name: 'a token signs in once, also of 6 at once; 401 from then on until it expires',
      },
      { file: 'test/api/auth/idp.test.ts', name: 'a token that was refused for another reason is not used up' },
    ],
  },
  {
    weakness: 'No HSTS header',
    tests: [
      { file: 'test/unit/lambda/answer.test.ts', name: 'JSON, not to be kept by caches, nor guessed at or framed by browsers' },
    ],
  },
  {
    weakness: 'The address that AWS gives the API stays open beside the domain',
    tests: [
      { file: 'test/infra/front-door.test.ts', name: 'is closed where the deploy makes the domain' },
      {
        file: 'test/infra/front-door.test.ts',
        name: 'is closed where the stage says that a domain made by hand leads to the API; the deploy then makes none',
      },
    ],
  },
  {
    weakness: 'The topic of mail events is not encrypted',
    tests: [
      {
        file: 'test/infra/stacks.test.ts',
        name: 'the topic of mail events, which name recipients, is encrypted by a key of ours that SES may publish with',
      },
    ],
  },
  {
    weakness: 'Attachments are not scanned for malware',
    gap: 'No scanner is connected; types that run are refused, downloads are sandboxed attachments.',
  },
  {
    weakness: 'There are no checks for vulnerable packages and no list of packages',
    tests: [
      { file: 'test/infra/packages.test.ts', name: 'lists every package of the lock file, the same bytes each time' },
      { file: 'test/infra/packages.test.ts', name: 'ends with 1 for a vulnerability of high severity in what is deployed' },
    ],
  },
  {
    weakness: 'Data of deleted companies stays for ever',
    tests: [
      {
        file: 'test/faults/company-purge.long.test.ts',
        name: 'and a restoration at the same moment: the company is whole, or gone',
      },
    ],
  },
  {
    weakness: 'Markdown of mails takes quadratic time',
    tests: [
      { file: 'test/unit/mail/texts.test.ts', name: 'texts of mails cost no more than their length, whatever they repeat > %j' },
    ],
  },
];
