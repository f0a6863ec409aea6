// Senses: what tools do, and the words people order it by.
// In: nothing. Out: senses, as data. Why: a tool is named after one verb, and people say another; a class as wide as "changing"
// would take "update" for "create" and "disable" for "enable". A sense holds only words that may stand for one another with the same
// object, and no word together with its opposite.
// Source: written for this project. No word was taken from a data set. MIT, as the project.

interface Row {
  /** Bare verbs after which tools that do this are named. */
  readonly acts: string;
  /** What people say for it besides; `_` joins a verb with what belongs to it ("call_off"). */
  readonly said?: string;
  /** Said for it only where the value follows that something is brought to: "lower the price to 5". */
  readonly aimed?: string;
  /** Said for it only before something new: "open a ticket". */
  readonly fresh?: string;
  /** The name of the tool holds one of these, too. */
  readonly things?: string;
  /** Only for tools that make something new. */
  readonly isNew?: true;
}

const ROWS: readonly Row[] = [
  {
    acts: 'create make new register generate build compose produce insert',
    said: 'add draft set_up spin_up write_up',
    aimed: 'put',
    fresh: 'open start log file raise issue launch prepare enter put_in put_up get',
  },
  {
    acts: 'add open start file raise issue launch schedule',
    said: 'create make register generate build set_up spin_up',
    fresh: 'add open start log file raise issue put_in put_up',
    isNew: true,
  },
  { acts: 'log record', said: 'note enter register write_down put_down', fresh: 'add' },
  { acts: 'add append insert include enroll', said: 'put enter put_on put_in put_down sign_up attach' },
  {
    acts: 'book reserve schedule arrange plan organize organise rent hire',
    said: 'set_up put_down pencil_in fit_in slot_in put_in squeeze_in',
    fresh: 'make create',
  },
  {
    acts: 'create add make new',
    said: 'book reserve schedule arrange plan organize organise set_up put_down pencil_in',
    things: 'reservation booking appointment meeting event visit session call class viewing interview shift',
  },
  { acts: 'buy purchase order' },
  { acts: 'book buy purchase', fresh: 'get', things: 'ticket tickets flight flights seat seats' },
  { acts: 'book order request', said: 'call', fresh: 'get', things: 'ride cab taxi' },
  {
    acts: 'update change modify edit set adjust alter configure patch revise amend',
    said: 'correct make switch',
    aimed:
      'put turn raise lower increase decrease reduce bump drop cut push shift move extend shorten upgrade downgrade bring take mark flag give fix reset bump_up bump_down turn_up turn_down bring_up bring_down put_up put_down take_up take_down',
  },
  { acts: 'mark flag label tag', said: 'put set' },
  { acts: 'rename', said: 'retitle' },
  { acts: 'create publish make', said: 'cut', things: 'release releases version tag' },
  { acts: 'annotate', said: 'note' },
  { acts: 'put', said: 'set set_up add create' },
  { acts: 'create make', said: 'take', things: 'snapshot snapshots screenshot backup dump' },
  { acts: 'reissue', said: 'replace issue' },
  { acts: 'save store', said: 'save store keep', fresh: 'add create make' },
  { acts: 'place create add', said: 'hold put_on_hold', things: 'hold' },
  { acts: 'set update change', said: 'limit cap restrict', things: 'limit limits cap quota' },
  {
    acts: 'request enter submit create add',
    said: 'book take enter put_in request',
    things: 'leave absence vacation holiday time timeoff pto',
  },
  { acts: 'renew', said: 'extend prolong' },
  { acts: 'void annul', said: 'withdraw cancel' },
  { acts: 'enter submit request file', said: 'put_in' },
  {
    acts: 'record enter log register create add',
    said: 'book log enter record',
    things: 'payment payments expense expenses receipt transaction',
  },
  { acts: 'send', said: 'remind nudge chase', things: 'reminder reminders' },
  { acts: 'set create add make schedule', said: 'remind', things: 'reminder reminders task tasks todo todos' },
  { acts: 'send create post', said: 'notify inform', things: 'notice notices notification notifications announcement' },
  { acts: 'send create', said: 'invite', things: 'invitation invitations invite invites' },
  { acts: 'create add make', fresh: 'queue', things: 'post posts' },
  { acts: 'remind', said: 'nudge chase' },
  { acts: 'subscribe', said: 'email notify alert', things: 'alert alerts notification notifications' },
  { acts: 'unsubscribe', said: 'take_off opt_out' },
  { acts: 'adjust correct', said: 'add deduct subtract take_off', things: 'balance' },
  { acts: 'transition', said: 'move', aimed: 'put set bring take push' },
  { acts: 'move transfer relocate migrate', aimed: 'put take bring shift send pass move transfer relocate' },
  { acts: 'reschedule move postpone delay', said: 'shift push put_off push_back bring_forward move_up move_back' },
  {
    acts: 'assign reassign allocate delegate',
    said: 'hand_over pass_on turn_over',
    aimed: 'give hand pass put switch move transfer',
  },
  {
    acts: 'delete remove erase drop purge wipe destroy discard trash',
    said: 'bin scrap dump get_rid_of throw_away throw_out take_down clear_out dispose_of put_in_trash put_in_the_trash put_in_the_bin move_to_trash move_to_the_trash move_to_the_bin throw_in_the_trash throw_in_the_bin',
  },
  { acts: 'purge flush clear invalidate empty', said: 'wipe clear_out' },
  { acts: 'remove kick evict expel eject', said: 'boot kick_out throw_out take_out take_off' },
  { acts: 'cancel', said: 'scrap axe abort end kill terminate stop drop annul call_off' },
  { acts: 'stop halt abort kill terminate end', said: 'cancel shut_down' },
  {
    acts: 'close resolve complete finish',
    said: 'close_out wrap_up mark_as_done mark_done mark_as_complete mark_as_finished tick_off',
  },
  { acts: 'send', said: 'email mail write shoot', things: 'email mail emails mails' },
  { acts: 'send', said: 'message dm write tell ping', things: 'message messages dm chat' },
  { acts: 'send', said: 'text sms message', things: 'sms text' },
  { acts: 'notify alert inform', said: 'tell ping let_know' },
  { acts: 'post publish', said: 'put_up put_out write', aimed: 'put' },
  { acts: 'add post create write comment leave', said: 'put note', things: 'comment comments note notes remark' },
  { acts: 'reply respond answer', said: 'get_back_to write_back' },
  { acts: 'invite', said: 'add ask' },
  {
    acts: 'add create',
    said: 'invite',
    things: 'member members collaborator collaborators participant participants attendee attendees guest guests',
  },
  { acts: 'speak announce', said: 'say' },
  {
    acts: 'apply run execute trigger',
    said: 'run apply execute trigger',
    things: 'macro macros script workflow automation',
  },
  { acts: 'seek', said: 'jump skip go' },
  { acts: 'refund reimburse', said: 'give_back pay_back send_back' },
  { acts: 'transfer send wire pay', things: 'money funds payment cash' },
  { acts: 'create send make issue', said: 'pay_out transfer wire', things: 'payout' },
  { acts: 'charge bill' },
  { acts: 'grant allow permit authorize authorise', said: 'give let' },
  { acts: 'revoke withdraw', said: 'take_away strip' },
  { acts: 'lock', said: 'lock_up' },
  { acts: 'block ban', said: 'bar blacklist' },
  { acts: 'mute silence snooze suppress' },
  { acts: 'pause suspend freeze hold', said: 'put_on_hold' },
  { acts: 'resume unpause unfreeze continue' },
  { acts: 'enable activate', said: 'turn_on switch_on' },
  { acts: 'disable deactivate', said: 'turn_off switch_off' },
  { acts: 'turn_on switch_on power_on' },
  { acts: 'turn_off switch_off power_off', said: 'shut_off' },
  { acts: 'turn_up turn_down', aimed: 'set bring' },
  { acts: 'start run launch trigger execute begin initiate', said: 'fire kick_off fire_up set_off' },
  { acts: 'restart reboot', said: 'bounce power_cycle' },
  { acts: 'deploy release ship rollout', said: 'push roll_out put_live' },
  { acts: 'rollback revert', said: 'roll_back' },
  { acts: 'merge combine', said: 'join fold' },
  { acts: 'link connect relate associate', said: 'tie' },
  { acts: 'copy duplicate clone' },
  { acts: 'escalate', said: 'bump_up pass_up', aimed: 'raise bump' },
  { acts: 'acknowledge ack', said: 'confirm take accept' },
  { acts: 'approve accept confirm', said: 'okay sign_off' },
  { acts: 'decline reject refuse deny', said: 'turn_down' },
  { acts: 'add create', said: 'subscribe sign_up enroll', things: 'subscriber subscribers member members' },
  { acts: 'subscribe enroll', said: 'sign_up', aimed: 'put' },
  { acts: 'restore recover undelete', said: 'bring_back get_back' },
  { acts: 'export', said: 'dump' },
  { acts: 'vacuum clean sweep mop', said: 'vacuum clean' },
  { acts: 'import', said: 'load pull bring_in read_in' },
  { acts: 'start resume', said: 'play', things: 'playback' },
  { acts: 'play', said: 'put_on start listen watch stream hear' },
  { acts: 'stream', said: 'play watch listen' },
  { acts: 'share', said: 'send' },
  { acts: 'make send process submit', said: 'pay send transfer', things: 'payment' },
  { acts: 'rotate renew replace', said: 'swap' },
  { acts: 'fulfil fulfill ship dispatch', said: 'send send_out' },
  { acts: 'request', said: 'ask_for' },
  { acts: 'order request', said: 'run perform', things: 'test tests' },
  { acts: 'adjust', said: 'add book_in', things: 'stock inventory quantity' },
  { acts: 'submit', said: 'hand_in send_in turn_in' },
  { acts: 'attach', said: 'add put' },
  { acts: 'scale resize', aimed: 'set bring take put scale_up scale_down scale_back' },
  { acts: 'choose pick select', aimed: 'put give' },
  { acts: 'respond answer', aimed: 'mark put set', things: 'invite invitation' },
  { acts: 'apply', said: 'use', aimed: 'put add' },
  { acts: 'set add create', said: 'set create add make start', things: 'alarm timer reminder countdown' },
  { acts: 'arm', said: 'set' },
  { acts: 'toggle', said: 'turn_on turn_off switch_on switch_off' },
  { acts: 'register record', said: 'book_in check_in log_in' },
];

/** A sense with its words as lists; what its tools are named after is said for it, too. */
interface Sense {
  readonly acts: readonly string[];
  readonly things: readonly string[];
  readonly isNew: boolean;
  readonly ways: readonly (readonly ['plain' | 'fresh' | 'aimed', readonly string[]])[];
}

/** Single words that order some act. */
export const ORDERING: ReadonlySet<string> = new Set(
  ROWS.flatMap(({ acts, said }) => [...listOf(acts), ...listOf(said)]).filter((word) => !word.includes('_')),
);

export const SENSES: readonly Sense[] = ROWS.map(({ acts, said, fresh, aimed, things, isNew }) => ({
  acts: listOf(acts),
  things: listOf(things),
  isNew: isNew === true,
  ways: [
    ['plain', [...(isNew ? [] : listOf(acts)), ...listOf(said)]],
    ['fresh', listOf(fresh)],
    ['aimed', listOf(aimed)],
  ],
}));

function listOf(words = ''): string[] {
  return words.split(' ').filter((word) => word !== '');
}
