import { MOST_USED_PASSWORDS } from './most-used-passwords.ts';

/**
 * Common passwords besides `MOST_USED_PASSWORDS`, in lower case, of at least 8 characters (shorter ones are refused anyway): the
 * most frequent ones of other published breach lists, and words that are popular in Romania.
 */
const WORDS = `
00000000 01234567 0123456789 0987654321 10203040 1020304050 11111111 111111111 1111111111 11112222 11223344 1122334455
112233445566 12121212 12312312 123123123 123123123123 12341234 123412345 12344321 1234512345 12345432 1234554321 12345678
123456781 123456788 123456789 1234567890 12345678900 123456789000 12345678910 123456789012 1234567891 12345679 123456987
123456abc 123456aa 123456qwe 123456qwerty 12345abc 12345qwe 12345qwert 1234abcd 1234qwer 1234qwerasdf 123654789 123789456
123abc123 123qwe123 123qweasd 123qweasdzxc 13131313 134679852 135792468 13579246810 14141414 14725836 147258369 147852369
159357456 159753456 19841984 19851985 19861986 19871987 19881988 19891989 19901990 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 1qaz1qaz 20002000 20202020 21212121 22222222 222222222 23232323 234567890 25252525 29rsavoy 2wsx3edc
31415926 31313131 33333333 44444444 456789123 45454545 55555555 5555555555 66666666 666666666 69696969 741852963 77777777
777777777 7777777777 78945612 789456123 7894561230 789789789 78787878 87654321 88888888 888888888 8888888888 963852741
98765432 987654321 9876543210 99887766 99999999 999999999 9999999999
a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aa12345678 aaaa1111 abc12345 abc123456 abc123abc abcabc123
abcd1234 abcd12345 abcde12345 abcdefgh abcdefghi abcdefghij abcdef123 abcdef123456 access14 admin123 admin1234 admin12345
admin123456 administrator adminadmin adobe123 aleatoria alexandra alexander alexandru america1 anderson andreea1 andromeda
angelina asasasas asd123456 asd12345 asdasd123 asdasdasd asdf1234 asdf12345 asdfasdf asdfghjk asdfghjkl asdfgh123 asdf123456
asdqwe123 asdzxc123 azerty123 azertyui azertyuiop babygirl babygirl1 baseball baseball1 basketball benjamin bigdaddy blink182
blahblah bonjour1 bubbles1 bulldogs business butterfly california caroline champion changeme changeme1 changeme123 charlie1
charlotte chelsea1 chocolate chocolate1 chrisbrown christian christine christopher computer computer1 consumer cooldude
cookie123 corvette courtney creative daddy123 daniel123 danielle default1 demo1234 demodemo diamond1 dolphins download dragon12
dragon123 dragonball einstein elephant elizabeth facebook facebook1 familia1 fernando firebird firewall flower123 football
football1 football123 forever1 formula1 freedom1 friendship fuckyou1 fuckyou2 fuckoff1 gangster garfield george123 godzilla
goldfish google123 graduate guest123 guitar123 gwerty123 hannah123 harley123 harrypotter hello123 hello1234 hellohello
helloworld hollywood hunter123 iamthebest iloveyou iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou3 iloveyouu ilovegod
ilovemyself internet internet1 invoice1 invoice123 ironman1 isabella jackson5 jasmine1 jennifer jennifer1 jessica1 jesus123
jonathan jordan23 jordan123 juventus katherine kimberly killer123 kingkong kristina lalalala letmein1 letmein12 letmein123
liverpool liverpool1 lollipop lovelove loveyou1 loveme123 lovers123 manchester marlboro marseille master123 matthew1 maverick
mercedes metallica michael1 michelle microsoft midnight minecraft minecraft1 mississippi monkey12 monkey123 monkeys1 motorola
mustang1 mynameis mypassword mypass123 naruto123 newyork1 nicholas nintendo nothing1 november october1 office123 oliveira
pa55word pa55w0rd p4ssword p4ssw0rd p@ssw0rd p@ssword pass1234 pass12345 pass123456 passpass passw0rd passw0rd1 passwd123
password password0 password1 password10 password11 password12 password123 password1234 password12345 password2 password21
password22 password3 password5 password7 password9 password99 passwords passwort passwort1 passwort123 patricia patrick1
penguin1 pepper123 pineapple playboy1 playstation pokemon1 pokemon123 porsche1 portugal princess princess1 princess12 princesa
pussycat q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazqazqaz qazwsx12 qazwsx123 qazwsxed qazwsxedc qazwsxedcrfv qqqq1111 qwaszx12
qwe123456 qwe12345 qwe123qwe qweasd12 qweasd123 qweasdzx qweasdzxc qweasdzxc123 qweqwe123 qweqweqwe qwer1234 qwer12345 qwerasdf
qwert123 qwert1234 qwert12345 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwertyqwerty qwertyui
qwertyuiop qwertyuiop1 qwertz123 qwertzui qwertzuiop rainbow1 rammstein realmadrid rebecca1 remember richard1 robert123
rockstar rockyou1 ronaldo7 root1234 rootroot rosebud1 sandwich samantha samsung1 samsung123 scarface scooter1 scorpion secret12
secret123 secret1234 september shadow12 shadow123 shannon1 simpsons skateboard slipknot snickers snowball soccer12 soccer123
spiderman spiderman1 starcraft startrek starwars starwars1 steelers steven123 strawberry student1 stupid123 summer12 sunflower
sunshine sunshine1 superman superman1 superstar superuser supervisor sweetheart swordfish tamagotchi taylor123 teacher1 temp1234
temporal temporary tennis123 terminator test1234 test12345 test123456 testing1 testing123 testpass testtest thailand thomas123
thunder1 tigger123 tinkerbell titanic1 tottenham trinity1 trustno1 twilight unicorn1 user1234 username valentina vanessa1
victoria victory1 virginia vkontakte volkswagen warcraft wednesday welcome1 welcome12 welcome123 welcome1234 westside whatever
whatever1 william1 windows1 winner123 winston1 wolverine woaini1314 wrestling xxxxxxxx yankees1 yugioh123 zaq12wsx zaq1xsw2
zaqwsxcde zaqxswcde zxc12345 zxc123456 zxcasdqwe zxcasdqwe123 zxcv1234 zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvzxcv zzzzzzzz
administrare alexandra1 andreea123 andrei12 andrei123 bucuresti bucuresti1 contabil contabil1 contabilitate craiova1 cristian
cristian1 cristina cristina1 dinamo1948 dragoste dragostea factura1 factura123 facturare facturi1 fcsteaua firma123 florin123
gabriela gabriela1 iubirea1 iubireamea iubitule iulian123 mihaela1 mihaela123 moldova1 nicoleta parola01 parola10 parola11
parola12 parola123 parola1234 parola12345 parolamea parolanoua rapid1923 robertino romania1 romania12 romania123 romaniamare
schimbama steaua86 steaua1986 steauabucuresti stefania teiubesc teiubesc1 timisoara tequiero transilvania universitatea
`;

let common: ReadonlySet<string> | undefined;

/** All common passwords, in lower case. The set is built on first use, not during the cold start. */
export const commonPasswords = (): ReadonlySet<string> =>
  (common ??= new Set(`${MOST_USED_PASSWORDS} ${WORDS}`.trim().split(/\s+/)));

/** @param password in lower case */
export const isCommonPassword = (password: string): boolean => commonPasswords().has(password);
