// Given names that are interchangeable in the United States. A name may be in several groups.
const groups = `
abigail abby abbie gail
abraham abe bram
agnes aggie nessie
albert al bert bertie
alexander alex alec al sasha xander lex
alexandra alex sandra sandy lexi alexis sasha
alejandro alex ale
alejandra alex ale
alfred al fred freddie
alice allie ally
alison allison ali allie
amanda mandy
andrew andy drew
angela angie
ann anne anna annie nan nancy
anthony tony
antonio tony toni
arthur art artie
barbara barb barbie babs
benjamin ben benny benji
beverly bev
bradley brad
brandon bran
calvin cal
cameron cam
carolyn caroline carol carrie lynn
cassandra cass cassie sandra
catherine katherine kathryn cathy kathy kate katie katy kit cate kat kathie
charles charlie chuck chas chip
charlotte charlie lottie
christina christine chris tina christy chrissy
christopher chris kit topher
clifford cliff
cynthia cindy
daniel dan danny
danielle dani
david dave davy
deborah debra deb debbie
dennis denny
dolores lola
donald don donnie
dorothy dot dottie dolly
douglas doug
edward ed eddie ted teddy ned
eduardo eddie ed
eleanor ellie nora nell nellie
elizabeth liz lizzie beth betty betsy eliza elisa lisa libby ellie bess
emily em emmy
eugene gene
evelyn evie
florence flo
frances fran francie frankie
francis frank fran
francisco frank paco pancho cisco
franklin frank
frederick fred freddie rick
gabriel gabe
gabriela gabriella gabby
gerald gerry jerry
gerard gerry jerry
gilbert gil
gregory greg
guillermo memo will william
guadalupe lupe
gwendolyn gwen
harold hal harry
harriet hattie
helen nell nellie
henry hank harry hal
herbert herb bert
howard howie
ignacio nacho
irene rene
isabella isabel isabelle bella izzy belle
jacob jake
jacqueline jackie
james jim jimmy jamie jem
janet jan
jason jay
jeffrey jeff geoffrey geoff
jennifer jen jenny jenn
jeremy jerry
jerome jerry
jessica jess jessie
jesus chuy
joan joanie
joann joanne jo
john jon johnny jack
jonathan jon johnny nathan
jordan jordy
jose pepe joe
joseph joe joey
josefina fina josie pepa
josephine jo josie
joshua josh
judith judy
julia julie jules
kenneth ken kenny
kimberly kim kimmy
kristen kristin kris kristina tina
laura laurie
lawrence laurence larry lars
leonard len lenny leo
leslie les
lillian lily lil
linda lindy lynn
louis lewis lou louie
louise lou
lucille lucy lu
luis louie lou
madeline maddie
manuel manny manolo
marcus mark marc
margaret maggie meg peggy marge margie greta rita peg
maria mary mari
martha marty mattie
martin marty
mary molly polly mae mamie
matthew matt matty
megan meg
melissa missy mel lissa
michael mike mick mickey mikey
michelle shelly mich
miguel mike
mildred millie
mitchell mitch
mohammed mohammad muhammad mohamed
nancy nan
natalie nat
nathan nate
nathaniel nate nat nathan
nicholas nicolas nick nicky
nicole nikki nicky
norman norm
olivia liv livvy
oliver ollie
pamela pam
patricia pat patty tricia trish
patrick pat paddy
paul paulie
penelope penny
peter pete
philip phillip phil pip
priscilla cilla
rachel rach
ramon ray
randall randy
raphael rafael rafe rafa
raymond ray
rebecca becky becca
regina gina
reginald reggie reg
ricardo rick ricky
richard rick ricky rich dick richie
robert bob bobby rob robbie bert
roberta bobbie
roberto rob beto
roger rodge
ronald ron ronnie
rosario charo
rose rosie
roseanne rose
rosemary rose rosie
russell russ
samantha sam sammy
samuel sam sammy
sandra sandy
sarah sara sally
scott scottie
sean shawn shaun
sharon shari
sidney sid
sophia sofia sophie
stanley stan
stephanie steph
stephen steven steve stevie
stuart stewart stu
susan sue susie suzy suzanne
sylvia syl
tamara tammy
teresa theresa terry tess tessa
terrence terence terry
theodore ted teddy theo
thomas tom tommy
timothy tim timmy
tobias toby
valerie val
vanessa nessa
veronica ronnie roni
victor vic
victoria vicky vicki tori
vincent vince vinny
virginia ginny ginger
vivian viv
walter walt wally
wallace wally
wesley wes
william will bill billy willie liam
yolanda yoli
zachary zach zack zac
`;

const groupsOf = new Map<string, Set<number>>();
for (const [index, line] of groups.trim().split('\n').entries()) {
  for (const name of line.split(' ')) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(index));
}

/** Both must be lowercase and without accents. */
export function areNicknames(a: string, b: string): boolean {
  const mine = groupsOf.get(a);
  const theirs = groupsOf.get(b);
  return mine !== undefined && theirs !== undefined && [...mine].some((group) => theirs.has(group));
}

export const knownGivenNames: readonly string[] = [...groupsOf.keys()];
