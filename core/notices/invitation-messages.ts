import type { Language } from "../languages.ts";
import type { Role } from "../members/role.ts";
import { isolated } from "../messages.ts";

interface InvitationMessages {
  title(organization: string): string;
  invites(inviter: string, organization: string, role: Role): string;
  until(time: string): string;
  accept: string;
  why(inviter: string): string;
}

/** All texts of invitations by mail. Times come formatted. */
export const invitationMessages: Record<Language, InvitationMessages> = {
  en: {
    title: (organization) => `Invitation to ${isolated(organization)}`,
    invites: (inviter, organization, role) =>
      `${isolated(inviter)} invites you to join ${isolated(organization)} as ${
        { owner: "an owner", admin: "an admin", member: "a member" }[role]
      }.`,
    until: (time) => `The link works once, until ${time}.`,
    accept: "See the invitation",
    why: (inviter) =>
      `You get this mail because ${isolated(inviter)} entered your address. If you don’t know who that is, ignore it.`,
  },
  de: {
    title: (organization) => `Einladung zu ${isolated(organization)}`,
    invites: (inviter, organization, role) =>
      `${isolated(inviter)} lädt Sie zu ${isolated(organization)} ein, als ${
        { owner: "Inhaber", admin: "Admin", member: "Mitglied" }[role]
      }.`,
    until: (time) => `Der Link gilt einmal, bis ${time}.`,
    accept: "Einladung ansehen",
    why: (inviter) =>
      `Sie bekommen diese Mail, weil ${isolated(inviter)} Ihre Adresse eingegeben hat. Wenn Ihnen der Name nichts sagt, tun Sie nichts.`,
  },
  fr: {
    title: (organization) => `Invitation à rejoindre ${isolated(organization)}`,
    invites: (inviter, organization, role) =>
      `${isolated(inviter)} vous invite à rejoindre ${isolated(organization)} comme ${
        { owner: "propriétaire", admin: "administrateur", member: "membre" }[role]
      }.`,
    until: (time) => `Le lien ne sert qu’une fois. Il expire : ${time}.`,
    accept: "Voir l’invitation",
    why: (inviter) =>
      `Vous recevez ce message parce que ${isolated(inviter)} a saisi votre adresse. Si ce nom ne vous dit rien, ignorez ce message.`,
  },
  es: {
    title: (organization) => `Invitación a ${isolated(organization)}`,
    invites: (inviter, organization, role) =>
      `${isolated(inviter)} le invita a unirse a ${isolated(organization)} como ${
        { owner: "propietario", admin: "administrador", member: "miembro" }[role]
      }.`,
    until: (time) => `El enlace sirve una sola vez. Caduca: ${time}.`,
    accept: "Ver la invitación",
    why: (inviter) =>
      `Recibe este mensaje porque ${isolated(inviter)} introdujo su dirección. Si no sabe quién es, no haga nada.`,
  },
  pt: {
    title: (organization) => `Convite para ${isolated(organization)}`,
    invites: (inviter, organization, role) =>
      `${isolated(inviter)} convida você para ${isolated(organization)} como ${
        { owner: "proprietário", admin: "administrador", member: "membro" }[role]
      }.`,
    until: (time) => `O link funciona uma única vez. Expira: ${time}.`,
    accept: "Ver o convite",
    why: (inviter) =>
      `Você recebe esta mensagem porque ${isolated(inviter)} informou o seu endereço. Se não sabe quem é, ignore-a.`,
  },
  nl: {
    title: (organization) => `Uitnodiging voor ${isolated(organization)}`,
    invites: (inviter, organization, role) =>
      `${isolated(inviter)} nodigt u uit voor ${isolated(organization)}, als ${
        { owner: "eigenaar", admin: "beheerder", member: "lid" }[role]
      }.`,
    until: (time) => `De link werkt één keer, tot ${time}.`,
    accept: "Uitnodiging bekijken",
    why: (inviter) =>
      `U krijgt deze mail omdat ${isolated(inviter)} uw adres heeft ingevuld. Zegt die naam u niets, dan hoeft u niets te doen.`,
  },
  ja: {
    title: (organization) => `${isolated(organization)} への招待`,
    invites: (inviter, organization, role) =>
      `${isolated(inviter)} さんから、${isolated(organization)} に${
        { owner: "オーナー", admin: "管理者", member: "メンバー" }[role]
      }として招待されています。`,
    until: (time) => `リンクは 1 回だけ使えます。有効期限：${time}`,
    accept: "招待を見る",
    why: (inviter) =>
      `${isolated(inviter)} さんがこのアドレスを入力したため、このメールをお送りしています。お心当たりがなければ、このメールは無視してください。`,
  },
  ar: {
    title: (organization) => `دعوة إلى ${isolated(organization)}`,
    invites: (inviter, organization, role) =>
      `يدعوك ${isolated(inviter)} إلى الانضمام إلى ${isolated(organization)} بصفة ${
        { owner: "مالك", admin: "مشرف", member: "عضو" }[role]
      }.`,
    until: (time) => `يعمل الرابط مرة واحدة، حتى ${time}.`,
    accept: "عرض الدعوة",
    why: (inviter) =>
      `تصلك هذه الرسالة لأن ${isolated(inviter)} أدخل عنوانك. إن كنت لا تعرف هذا الاسم فتجاهلها.`,
  },
};
