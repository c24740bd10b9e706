import type { Invitation } from '#shared/platform/access/model.ts';
import type { Language } from '#shared/model/document.ts';

/** The texts of the page of an invitation. */
export interface InvitationTexts {
  title: string;
  organization: string;
  invitedBy: string;
  role: string;
  roles: Record<Invitation['role'], string>;
  validUntil: string;
  signIn: string;
  email: string;
  password: string;
  accept: string;
  codeText: string;
  code: string;
  register: string;
  registerText: string;
  firstName: string;
  lastName: string;
  registerAction: string;
  accepted: string;
  /** After a registration: its address is not confirmed yet, so that the next sign-in would be refused. */
  confirmFirst: string;
  member: string;
  over: string;
  otherAccount: string;
  noSeat: string;
  wrongPassword: string;
  noLogin: string;
  wrongCode: string;
  registered: string;
  noRegistration: string;
}

export const INVITATION_TEXTS: Record<Language, InvitationTexts> = {
  ro: {
    // A hyphen that no line ends with.
    title: 'Invitație într‑o organizație',
    organization: 'Organizația',
    invitedBy: 'Invitat de',
    role: 'Rolul',
    roles: { admin: 'administrator', accountant: 'contabil', employee: 'angajat' },
    validUntil: 'Valabilă până la',
    signIn: 'Conectați-vă și acceptați',
    email: 'Adresa de e-mail',
    password: 'Parola',
    accept: 'Accept invitația',
    codeText: 'Introduceți codul din aplicația de autentificare sau un cod de rezervă.',
    code: 'Codul',
    register: 'Nu aveți încă un cont?',
    registerText: 'Creați un cont pentru această adresă și acceptați invitația.',
    firstName: 'Prenumele (opțional)',
    lastName: 'Numele (opțional)',
    registerAction: 'Creez contul și accept',
    accepted: 'Invitația este acceptată. Deschideți programul dumneavoastră de facturare și conectați-vă.',
    confirmFirst:
      'Invitația este acceptată. V-am trimis un mesaj: confirmați adresa cu linkul din el, apoi vă puteți conecta în programul de facturare.',
    member: 'Sunteți deja membru al acestei organizații.',
    over: 'Invitația nu mai este valabilă: a fost acceptată, retrasă, a expirat sau linkul este incomplet. Cereți alta.',
    otherAccount: 'Invitația este pentru altă adresă de e-mail.',
    noSeat: 'Organizația nu mai poate primi membri în planul ei. Anunțați persoana care v-a invitat.',
    wrongPassword: 'Parola nu este corectă sau nu există un cont cu această adresă.',
    noLogin: 'Adresa acestui cont nu este confirmată sau contul nu este activ. Folosiți linkul din mesajul de confirmare.',
    wrongCode: 'Codul nu este corect sau conectarea a durat prea mult. Încercați din nou sau reîncărcați linkul din mesaj.',
    registered: 'Există deja un cont cu această adresă. Conectați-vă cu parola lui.',
    noRegistration:
      'Aici nu se poate crea un cont. Creați-l în programul dumneavoastră de facturare, apoi deschideți din nou linkul.',
  },
  en: {
    title: 'Invitation to an organization',
    organization: 'Organization',
    invitedBy: 'Invited by',
    role: 'Role',
    roles: { admin: 'administrator', accountant: 'accountant', employee: 'employee' },
    validUntil: 'Valid until',
    signIn: 'Sign in and accept',
    email: 'Email address',
    password: 'Password',
    accept: 'Accept the invitation',
    codeText: 'Enter the code of your authenticator app, or a backup code.',
    code: 'Code',
    register: 'No account yet?',
    registerText: 'Create an account for this address, and accept the invitation.',
    firstName: 'First name (optional)',
    lastName: 'Last name (optional)',
    registerAction: 'Create the account and accept',
    accepted: 'The invitation is accepted. Open your invoicing program and sign in.',
    confirmFirst:
      'The invitation is accepted. We have sent you a mail: confirm your address by its link, then sign in to your invoicing program.',
    member: 'You are a member of this organization already.',
    over: 'The invitation is no longer valid: it was accepted or withdrawn, has expired, or the link is incomplete. Ask for another one.',
    otherAccount: 'The invitation is for another email address.',
    noSeat: 'The plan of the organization allows no more members. Tell the person who invited you.',
    wrongPassword: 'The password is wrong, or there is no account with this address.',
    noLogin: 'The address of this account is not confirmed, or the account is not active. Use the link of the confirmation mail.',
    wrongCode: 'The code is wrong, or signing in took too long. Try again, or open the link of the mail again.',
    registered: 'There is an account with this address already. Sign in with its password.',
    noRegistration: 'No account can be created here. Create it in your invoicing program, then open the link again.',
  },
  de: {
    title: 'Einladung in eine Organisation',
    organization: 'Organisation',
    invitedBy: 'Eingeladen von',
    role: 'Rolle',
    roles: { admin: 'Administration', accountant: 'Buchhaltung', employee: 'Mitarbeit' },
    validUntil: 'Gültig bis',
    signIn: 'Anmelden und annehmen',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    accept: 'Einladung annehmen',
    codeText: 'Geben Sie den Code Ihrer Authentifizierungs-App oder einen Ersatzcode ein.',
    code: 'Code',
    register: 'Noch kein Konto?',
    registerText: 'Legen Sie für diese Adresse ein Konto an und nehmen Sie die Einladung an.',
    firstName: 'Vorname (freiwillig)',
    lastName: 'Nachname (freiwillig)',
    registerAction: 'Konto anlegen und annehmen',
    accepted: 'Die Einladung ist angenommen. Öffnen Sie Ihr Rechnungsprogramm und melden Sie sich an.',
    confirmFirst:
      'Die Einladung ist angenommen. Wir haben Ihnen eine E-Mail geschickt: Bestätigen Sie mit dem Link darin Ihre Adresse, dann können Sie sich in Ihrem Rechnungsprogramm anmelden.',
    member: 'Sie sind schon Mitglied dieser Organisation.',
    over: 'Die Einladung ist nicht mehr gültig: angenommen, zurückgezogen, abgelaufen, oder der Link ist unvollständig. Bitten Sie um eine neue.',
    otherAccount: 'Die Einladung ist für eine andere E-Mail-Adresse.',
    noSeat: 'Der Tarif der Organisation erlaubt keine weiteren Mitglieder. Sagen Sie es der Person, die Sie eingeladen hat.',
    wrongPassword: 'Das Passwort ist falsch, oder es gibt kein Konto mit dieser Adresse.',
    noLogin:
      'Die Adresse dieses Kontos ist nicht bestätigt, oder das Konto ist nicht aktiv. Benutzen Sie den Link der Bestätigungsmail.',
    wrongCode:
      'Der Code ist falsch, oder die Anmeldung hat zu lange gedauert. Versuchen Sie es erneut, oder öffnen Sie den Link noch einmal.',
    registered: 'Es gibt schon ein Konto mit dieser Adresse. Melden Sie sich mit seinem Passwort an.',
    noRegistration:
      'Hier kann kein Konto angelegt werden. Legen Sie es in Ihrem Rechnungsprogramm an, und öffnen Sie dann den Link erneut.',
  },
  fr: {
    title: 'Invitation dans une organisation',
    organization: 'Organisation',
    invitedBy: 'Invitation de',
    role: 'Rôle',
    roles: { admin: 'administration', accountant: 'comptabilité', employee: 'personnel' },
    validUntil: 'Valable jusqu’au',
    signIn: 'Se connecter et accepter',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    accept: 'Accepter l’invitation',
    codeText: 'Saisissez le code de votre application d’authentification, ou un code de secours.',
    code: 'Code',
    register: 'Pas encore de compte ?',
    registerText: 'Créez un compte pour cette adresse et acceptez l’invitation.',
    firstName: 'Prénom (facultatif)',
    lastName: 'Nom (facultatif)',
    registerAction: 'Créer le compte et accepter',
    accepted: 'L’invitation est acceptée. Ouvrez votre programme de facturation et connectez-vous.',
    confirmFirst:
      'L’invitation est acceptée. Nous vous avons envoyé un e-mail : confirmez votre adresse par son lien, puis connectez-vous à votre programme de facturation.',
    member: 'Vous êtes déjà membre de cette organisation.',
    over: 'L’invitation n’est plus valable : acceptée, retirée ou expirée, ou le lien est incomplet. Demandez-en une autre.',
    otherAccount: 'L’invitation est pour une autre adresse e-mail.',
    noSeat: 'La formule de l’organisation ne permet pas d’autres membres. Prévenez la personne qui vous a invité.',
    wrongPassword: 'Le mot de passe est faux, ou il n’y a pas de compte avec cette adresse.',
    noLogin:
      'L’adresse de ce compte n’est pas confirmée, ou le compte n’est pas actif. Utilisez le lien de l’e-mail de confirmation.',
    wrongCode: 'Le code est faux, ou la connexion a pris trop de temps. Réessayez, ou ouvrez de nouveau le lien de l’e-mail.',
    registered: 'Il y a déjà un compte avec cette adresse. Connectez-vous avec son mot de passe.',
    noRegistration:
      'On ne peut pas créer de compte ici. Créez-le dans votre programme de facturation, puis ouvrez de nouveau le lien.',
  },
};
