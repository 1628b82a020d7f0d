// The first part of a game, step by step: cards, Storms and dice come in a fixed order (scenario "tutorial").
// The answers are the same that tests/games/red_dust plays; the texts are our own.

import type { Thing } from "../../lib/board";
import type { TutorialStep } from "../../table/tutorial";

const step = (title: string, text: string, keys: string[] = [], things: Thing[] = []): TutorialStep => ({ title, text, keys, things });

const ofKind =
  (kind: string) =>
  (...ids: string[]): Thing[] =>
    ids.map((id) => ({ kind, id }));
const events = ofKind("event");
const factions = ofKind("faction");
const spaces = ofKind("space");

const tutorial: TutorialStep[] = [
  step(
    "Mars, 2250",
    "You play all four Factions for a while and see every kind of round once. MarsGov (blue) wants people to support it. The Corporations (grey) want Profits. Red Dust (red) wants Opposition and Bases. The Reclaimers (orange) want Control and Bases while everybody else's Bases fall.",
    [],
    factions("marsgov", "corporations", "red_dust", "reclaimers"),
  ),
  step(
    "Two Storms approach",
    "Before anything happens, Storms are rolled. They approach Shepard and Hellas Chaos; later they will rage and close these spaces to almost everybody.",
    [],
    spaces("shepard", "hellas_chaos"),
  ),
  step(
    "Who acts? The Reclaimers may bid",
    "The Current Event card gives the order: Red Dust, MarsGov, Corporations, Reclaimers. Only two Factions act on a card. The Reclaimers may discard Asset cards to move up: three for first, two for second. They keep them this time.",
    ["done"],
    [...events("event_29"), ...factions("reclaimers")],
  ),
  step(
    "Red Dust acts first: Rally",
    "The first Faction chooses freely: an Operation, one with a Special Activity, or the Event. Red Dust takes both parts. Rally brings Rebels to any space without Support, for 1 Resource each: a Rebel in Arsia Mons and Rutherford; in Sharma two Rebels become a Base; in Gandhi, where a Base stands, three Rebels at once. Then the Base in Alpheus Colles digs in, which makes it hard to remove.",
    ["operation_and_special", "operation:rally", "rally:arsia_mons", "rally:rutherford", "rally:sharma", "rally_way:base", "rally:gandhi", "rally_way:rebels", "rally_number:3", "done", "dig_in:alpheus_colles"],
    spaces("arsia_mons", "rutherford", "sharma", "gandhi", "alpheus_colles"),
  ),
  step(
    "Special Activity: Coordinate",
    "Now the Special Activity. With Coordinate, Red Dust Houses displaced people in Shenzhou; in return Shenzhou shifts one step, from Neutral to Passive Opposition. Four people now oppose the government: Red Dust's total goes up by 4. One Rebel had to show itself (Active) to do it.",
    ["special:coordinate", "coordinate:shenzhou", "coordinate_improve:shenzhou/house"],
    spaces("shenzhou"),
  ),
  step(
    "Coordinate again, in Sharma",
    "Sharma is already in Active Opposition, so there is nothing to shift. Instead one government Troop there changes sides and becomes a Rebel. Then Red Dust pays for the Operation: 4 spaces, 4 Resources.",
    ["coordinate:sharma", "coordinate_improve:sharma/house", "replace"],
    spaces("sharma"),
  ),
  step(
    "MarsGov acts second: Train",
    "After an Operation with a Special Activity, the second Faction may take a Limited Operation (one space) or the Event. MarsGov Trains in Europa: four Troops for 3 Resources.",
    ["limited_operation", "operation:train", "train:europa", "train_number:4"],
    spaces("europa"),
  ),
  step(
    "Pacify Europa",
    "After Train, one space may be Pacified: people are Housed (which pleases Earth: the mood turns to EG+), and 3 Resources buy a shift to Active Support. Active Support counts double, so MarsGov's total rises by 4.",
    ["train_pacify:europa/house", "train_pacify:europa/shift"],
    spaces("europa"),
  ),
  step(
    "The card is over",
    "The Factions that acted sit out the next card: MarsGov and Red Dust are now Ineligible. The Next Event becomes the Current one, and the new Next Event moves the Flashpoint marker by 4. At 5 there will be a Flashpoint Round.",
    [],
    factions("marsgov", "red_dust"),
  ),
  step("Card 2: no bid", "Corporations first, Reclaimers second. The Reclaimers would need three cards to be first; they keep them.", ["done"], factions("corporations", "reclaimers")),
  step(
    "Corporations: Public Relations",
    "The Corporations choose Logistics, and take their Special Activity in the middle of it. With Public Relations they Repair the Damage in Marth. That pays them 2 Profits, and a displaced person finds a home.",
    ["operation_and_special", "operation:logistics", "logistics:public_relations", "public_relations:marth", "relations_repair:yes", "leave"],
    spaces("marth"),
  ),
  step(
    "Logistics: Terraforming, and units on Earth",
    "The Desert Base in Hellas Chaos turns to its Terraforming side and will earn Profits in each Flashpoint Round. Then new units are raised on Earth: a SpecOps and three Security. From there they must travel.",
    ["logistics:hellas_chaos", "logistics:earth", "stock:3/1", "done"],
    spaces("hellas_chaos"),
  ),
  step(
    "Logistics: the Aldrin Cycler",
    "The Cycler is the line Earth – Transit – Phobos. When it runs, what was in Transit arrives, Supply becomes Resources for MarsGov, and new pieces leave Earth. Here two Security, two SpecOps and a Supply go.",
    ["logistics:transit", "cycler:population/1", "cycler:security/2", "cycler:specops/2", "cycler:supply/1", "done"],
    spaces("earth", "transit", "phobos"),
  ),
  step("Logistics: a guard for Marth", "One more thing: a Security at a Base for 1 Profit. Every Profit spent is one victory point less, so this is expensive.", ["base_security:marth", "done"], spaces("marth")),
  step(
    "Reclaimers: Rally with one card",
    "The Reclaimers pay with Asset cards: a card of value 5 is good for five spaces, with no change given. Three Rebels, and two Bases become Conversion Centers, for which they draw a card each. With a card of high value, even their Limited Operation covers many spaces.",
    ["limited_operation", "operation:rally", "rally:marth", "rally:hellas_chaos", "rally:tharsis_tholus", "rally:new_cordoba", "rally_way:convert", "rally:wilderness", "rally_way:convert", "done", "pay:cr16"],
    spaces("marth", "hellas_chaos", "tharsis_tholus", "new_cordoba", "wilderness"),
  ),
  step(
    "Flashpoint!",
    "The new Next Event moves the marker past 5: a Flashpoint Round. It is a round of bookkeeping that everybody plans for: Cycler, casualties, Confidence, Terraforming, Storms, attrition.",
    [],
    [...spaces("transit", "casualties"), ...factions("earthgov")],
  ),
  step(
    "Flashpoint: the Cycler runs",
    "What was sent arrives, and the Controller of EarthGov (the Corporations) chooses what leaves Earth now: EarthGov Troops, Security and a Satellite.",
    ["cycler:eg_troop/2", "cycler:security/2", "done"],
    spaces("earth", "transit", "phobos"),
  ),
  step(
    "Flashpoint: Confidence and Terraforming",
    "No Corporate losses to pay for. The mood is EG+, so EarthGov's Confidence rises a box, which is worth 1 more to MarsGov, and Earth gets new Troops and Supply to send. Terraforming brings 2 Profits, Conversion Centers cost 1.",
    [],
    factions("earthgov", "corporations"),
  ),
  step(
    "Flashpoint: Storms",
    "The Storms that approached now rage, and new ones come. A Storm that lands on a space that is already threatened rages at once: in Noctis Labyrinthus it kills a unit, and the Reclaimers choose which. A Red Dust Rebel, of course.",
    ["storm_strike:rd_rebel"],
    spaces("noctis_labyrinthus", "shepard", "hellas_chaos", "syria_planum", "rutherford"),
  ),
  step("Flashpoint: attrition", "Units in Deserts without people wear down; there are none this time. A convert joins at the Conversion Center in New Córdoba, and with it the Reclaimers take Control there.", [], spaces("new_cordoba")),
  step(
    "Card 3. MarsGov: Secure New Córdoba",
    "Secure moves units into Labyrinths and searches for Rebels there. Three Troops go from Europa to New Córdoba, and the Reclaimers lose Control. Nothing can go through Shepard: a Storm rages.",
    ["operation_and_special", "operation:secure", "secure:new_cordoba", "secure_from:europa", "secure_number:3", "done"],
    spaces("new_cordoba", "europa"),
  ),
  step(
    "Secure: Sharma and Tereshkova",
    "Two Troops go to Sharma; in Tereshkova the units already there will search. Weakening Coronae Montes has a price: the Reclaimers Control it now.",
    ["secure:sharma", "secure_from:coronae_montes", "secure_number:2", "done", "secure:tereshkova", "done", "done"],
    spaces("sharma", "tereshkova", "coronae_montes"),
  ),
  step(
    "Secure: Rebels are found",
    "In each space every unit turns one Hidden Rebel Active: six in all. A Troop could become a Base; MarsGov does not want that now. In Tereshkova people are Housed. Sharma in Opposition costs double: 12 Resources in all.",
    ["everywhere", "done", "improve:tereshkova/house"],
    spaces("tereshkova", "new_cordoba", "sharma"),
  ),
  step("Special Activity: Petition", "MarsGov asks Earth for help: three Supply are placed there. The Corporations lose Profits over it. Cousins, not friends.", ["special:petition"], spaces("earth")),
  step(
    "Red Dust takes the Event",
    "Red Dust is second and takes the shaded side of the Event Europa: the mood turns to EG−, Europa goes back to Neutral (6 less for MarsGov), and Red Dust draws Campaign cards and puts one in play: Comms Cutoff, which will hurt the Cycler.",
    ["event_shaded", "campaign_card:rd11"],
    spaces("europa"),
  ),
  step(
    "Card 4. The Reclaimers bid",
    "Now it is worth it: three Assets make the Reclaimers First Eligible, before the Corporations.",
    ["bid:cr20", "bid:cr26", "bid:cr14"],
  ),
  step(
    "Reclaimers: Attack New Córdoba",
    "Two dice. Each die that is no higher than the number of Rebels (3 here) removes two enemies; the 1 does, the 5 does not. Two Troops are removed. If the sum of the dice is no higher than the number of all forces in the space, there is also Damage: a person is displaced.",
    ["operation_and_special", "operation:attack", "attack:new_cordoba", "attack_remove:mg_troop/2"],
    spaces("new_cordoba"),
  ),
  step(
    "Ambush in Marth",
    "The Special Activity Ambush needs only one Hidden Rebel to show itself, and you set the dice: 1 and 1 always hit. Both Security and the Corporate Base are gone.",
    ["attack:marth", "ambush:yes", "ambush_dice:both_and_damage"],
    spaces("marth"),
  ),
  step(
    "Ambush in Coronae Montes",
    "Here it removes MarsGov's Base. One Asset pays for all three spaces. With two enemy Bases gone, the total the Reclaimers must exceed is lower.",
    ["attack:coronae_montes", "ambush:yes", "ambush_dice:both", "done", "pay:cr29"],
    spaces("coronae_montes"),
  ),
  step("Corporations pass", "Comms Cutoff keeps the Corporations from running the Cycler when they pass. But a Faction that passes stays Eligible for the next card.", ["pass"], factions("corporations")),
  step(
    "Second Flashpoint",
    "The marker passes 5 again. Four EarthGov Troops leave Earth.",
    ["cycler:eg_troop/4", "cycler:supply/1"],
    spaces("earth", "transit", "phobos"),
  ),
  step(
    "Flashpoint: the bill",
    "The Corporate losses in the Ambush cost 2 Profits. Confidence falls a box. Terraforming pays 1 after the Conversion Centers take their share. Storms rage in Rutherford and Syria Planum, and attrition takes a Rebel in Rutherford. A convert in New Córdoba gives the Reclaimers Control again.",
    [],
    spaces("rutherford", "syria_planum", "new_cordoba"),
  ),
  step(
    "Card 5. Corporations: Recon",
    "Recon is what Secure is, but for Deserts. Units from Phobos and the cities go to Pavonis Mons, Syria Planum (Navigation Beacons from a Satellite let them through the Storm) and the Wilderness; in Hellas Chaos the units already there search.",
    ["operation_and_special", "operation:recon", "recon:pavonis_mons", "recon_from:phobos", "recon_number:3", "recon_number:0", "recon_number:0", "recon_from:europa", "done", "recon:syria_planum", "recon_from:phobos", "recon_number:3", "recon_number:0", "recon_number:0", "recon_from:tenzing", "done", "recon:wilderness", "recon_from:phobos", "recon_number:0", "recon_number:2", "recon_number:4", "done", "recon:hellas_chaos", "done", "done"],
    spaces("pavonis_mons", "syria_planum", "wilderness", "hellas_chaos", "phobos"),
  ),
  step(
    "Recon: found and built",
    "Rebels turn Active in Hellas Chaos and the Wilderness. Two new Corporate Bases are built, and a person is Housed in Syria Planum.",
    ["everywhere", "build_base:pavonis_mons", "build_base:syria_planum", "done", "improve:syria_planum/house", "leave"],
    spaces("pavonis_mons", "syria_planum", "wilderness", "hellas_chaos"),
  ),
  step(
    "Special Activity: Raid",
    "Hidden SpecOps slip from the Wilderness into Marth and Alpheus Colles and strike: a Rebel here; a Rebel and the dug-in Base there.",
    ["special:raid", "raid:marth", "raid_from:wilderness", "done", "raid_strike:yes", "raid:alpheus_colles", "raid_from:wilderness", "raid_strike:yes", "raid_remove:dug_in_base/1"],
    spaces("marth", "alpheus_colles", "wilderness"),
  ),
  step(
    "MarsGov takes the Event",
    "The unshaded side of The Slush Fund Scandal: four Rebels in Tenzing, Tereshkova and Sharma are replaced by Troops, and the mood turns to EG+. Often the Event is better than anything you could do yourself.",
    ["event_unshaded", "event_rebels_bribed:tenzing", "event_security:0", "event_rebels_bribed:tereshkova", "event_security:0", "event_rebels_bribed:sharma", "event_rebels_bribed_number:2", "event_security:0"],
    spaces("tenzing", "tereshkova", "sharma"),
  ),
  step(
    "Card 6. Red Dust: New Córdoba, shaded",
    "No bid. Red Dust takes the Event: New Córdoba shifts to Opposition, and two Rebels appear there and two in Trouvelot.",
    ["done", "event_shaded", "event_rebels:2", "event_rebels:2"],
    spaces("new_cordoba", "trouvelot"),
  ),
  step(
    "Reclaimers: Travel",
    "The desert is theirs: Rebels and Bases move to adjacent spaces through any Storm. Two go to Hellas Chaos; one goes to Trouvelot, is Hidden again, and goes back to the Wilderness, from Base to Base. It costs nothing.",
    ["operation_and_special", "operation:travel", "travel:wilderness", "travel_to:hellas_chaos", "travel_number:2", "travel_bases:0", "travel_to:trouvelot", "travel_number:1", "travel_bases:0", "travel_on:wilderness", "done", "done"],
    spaces("wilderness", "hellas_chaos", "trouvelot"),
  ),
  step("Special Activity: Ransack", "They draw a card for each Damage where they have pieces: two cards from New Córdoba and Coronae Montes.", ["travel:ransack", "ransack:new_cordoba", "ransack:coronae_montes", "done"], spaces("new_cordoba", "coronae_montes")),
  step(
    "Card 7. Corporations: Exploit first",
    "A Special Activity may come before the Operation's spaces. Exploit earns Profits equal to the Population of two spaces with a Base: 4 in Shenzhou, 1 in Pavonis Mons. Both shift towards Neutral: the people pay for it.",
    ["operation_and_special", "operation:assault", "assault:exploit", "exploit:shenzhou", "exploit:pavonis_mons"],
    spaces("shenzhou", "pavonis_mons"),
  ),
  step(
    "Assault",
    "Each Active COIN unit removes an Active enemy. In Hellas Chaos the Base's guns Bombard for one more, and mercenaries earn a Profit for every two Rebels removed.",
    ["assault:shenzhou", "assault_remove:active_rd_rebel/1", "assault:hellas_chaos", "assault_remove:active_cr_rebel/2", "bombard:yes"],
    spaces("shenzhou", "hellas_chaos"),
  ),
  step("Suppress", "In the Wilderness a Rebel is driven out instead; its owners, the Reclaimers, choose where it flees: Daedalia Planum.", ["suppress", "drive_out:cr_rebel", "driven_to:daedalia_planum"], spaces("wilderness", "daedalia_planum")),
  step("MarsGov passes", "MarsGov gets 3 Resources for passing, and stays Eligible.", ["pass"], factions("marsgov")),
  step(
    "Card 8. MarsGov: Train on Phobos",
    "No bid. Phobos is a good place to keep Troops: from there they can go anywhere. Pacify then Repairs Tharsis Tholus.",
    ["done", "operation_and_special", "operation:train", "train:phobos", "train_number:4", "done", "train_pacify:tharsis_tholus/repair", "done"],
    spaces("phobos", "tharsis_tholus"),
  ),
  step(
    "Special Activity: Entrench",
    "Fortified Troops absorb Damage, so that people stay in their homes. One in Tharsis Tholus, three in Europa.",
    ["special:entrench", "entrench:tharsis_tholus", "entrench_base:no", "fortify:1", "entrench:europa", "entrench_base:no", "fortify:3"],
    spaces("tharsis_tholus", "europa"),
  ),
  step(
    "Red Dust: a Limited March",
    "One space, one Resource: a Rebel walks from Arsia Mons to Tenzing. As it enters a city with Troops, it becomes Active.",
    ["limited_operation", "operation:march", "march:tenzing", "march_from:arsia_mons", "done"],
    spaces("arsia_mons", "tenzing"),
  ),
  step("Third Flashpoint", "Again the Cycler: four EarthGov Troops and a Supply leave Earth.", ["cycler:eg_troop/4", "cycler:supply/1", "done"], spaces("earth", "transit", "phobos")),
  step("Flashpoint: what changed", "Confidence rises again. Terraforming pays 1. Storms rage in Trouvelot and Shepard, attrition takes a Rebel in Trouvelot, and the Reclaimers now Control it.", [], spaces("trouvelot", "shepard")),
  step(
    "Card 9. Reclaimers: Preach",
    "Two Assets buy the first place. Preach pulls New Córdoba to Neutral. Where it is Neutral already, Rebels join and people leave: that would be Damage, but in Tharsis Tholus the Fortified Troop takes it. In Daedalia Planum nothing does.",
    ["bid:cr24", "bid:cr9", "operation_and_special", "operation:preach", "preach:new_cordoba", "preach:tharsis_tholus", "preach:daedalia_planum"],
    spaces("new_cordoba", "tharsis_tholus", "daedalia_planum"),
  ),
  step("Special Activity: Purify", "Where the Reclaimers are in Control, an enemy joins them: a Red Dust Rebel in Daedalia Planum.", ["preach:purify", "done"], spaces("daedalia_planum")),
  step(
    "Corporations: Secure by drop pods",
    "As EarthGov's Controller they drop four EarthGov Troops from Phobos straight into Shepard, Storm or not, for a Satellite. Two Rebels turn Active.",
    ["limited_operation", "operation:secure", "secure:shepard", "drop_pods:4", "neither"],
    spaces("phobos", "shepard"),
  ),
  step(
    "Card 10. Red Dust: Redistribute",
    "Money first: Red Dust gets Resources for the Population it Controls in three spaces.",
    ["operation_and_special", "operation:campaign", "campaign:redistribute", "redistribute:noctis_labyrinthus", "redistribute:sinai_planum", "redistribute:gandhi"],
    spaces("noctis_labyrinthus", "sinai_planum", "gandhi"),
  ),
  step(
    "Campaign in six spaces",
    "Each shifts one step towards Opposition. Where it becomes Active (Gandhi and Shepard), Red Dust draws Campaign cards and plays one: General Strike. In Tenzing it also does Damage.",
    ["campaign:tenzing", "campaign:shepard", "campaign:noctis_labyrinthus", "campaign:sinai_planum", "campaign:new_cordoba", "campaign:gandhi", "campaign_card:rd10"],
    spaces("tenzing", "shepard", "noctis_labyrinthus", "sinai_planum", "new_cordoba", "gandhi"),
  ),
  step(
    "MarsGov: Assault New Córdoba",
    "Limited to one space. Three Active Reclaimer Rebels are removed.",
    ["limited_operation", "operation:assault", "assault:new_cordoba", "assault_remove:active_cr_rebel/3"],
    spaces("new_cordoba"),
  ),
  step(
    "The survivors strike back",
    "In a Labyrinth the survivors may strike back with an immediate Attack. 2 and 4: a Troop and, by choice, a Red Dust Rebel are removed, and Damage empties the city. A city without people is Neutral.",
    ["strike_back:yes", "attack_remove:mg_troop/1", "attack_remove:rd_rebel/1"],
    spaces("new_cordoba"),
  ),
  step("Haboob", "The Next Event is a Dust Storm. Until it comes, there is no Recon and no March, and everybody knows that this is the last card before it.", [], events("event_49")),
  step(
    "Card 11. Corporations: Assault",
    "In the Wilderness the Conversion Center falls; in Shepard two Rebels.",
    ["operation_and_special", "operation:assault", "assault:wilderness", "assault_remove:conversion_center/1", "assault:shepard", "assault_remove:active_rd_rebel/2"],
    spaces("wilderness", "shepard"),
  ),
  step("Then Exploit", "Shenzhou again, and Syria Planum: 6 Profits.", ["assault:exploit", "exploit:shenzhou", "exploit:syria_planum"], spaces("shenzhou", "syria_planum")),
  step("Reclaimers pass", "They get an Asset for passing, and stay Eligible.", ["pass"], factions("reclaimers")),
  step(
    "Dust Storm: has anybody won?",
    "A Dust Storm Round begins by checking for victory. First, displaced people cost MarsGov 6 Resources and the Corporations 2 Profits. Nobody is above the threshold, so the game goes on. Then everybody earns.",
    [],
    factions("marsgov", "corporations", "red_dust", "reclaimers"),
  ),
  step(
    "Dust Storm: MarsGov Pacifies",
    "MarsGov Houses, Repairs and shifts in spaces it Controls: Europa, Tereshkova and Tenzing. Then it Lobbies Earth: 5 Resources for a box of Confidence.",
    ["pacify:europa/house", "pacify:europa/shift", "pacify:tereshkova/house", "pacify:tereshkova/shift", "pacify:tenzing/repair", "pacify:tenzing/shift", "done", "lobby:yes"],
    spaces("europa", "tereshkova", "tenzing"),
  ),
  step(
    "Dust Storm: Red Dust Agitates",
    "Red Dust Repairs in Radau, then shifts Noctis Labyrinthus and Sinai Planum for 1 Resource each.",
    ["agitate:radau/repair", "agitate:noctis_labyrinthus/shift", "agitate:sinai_planum/shift", "done"],
    spaces("radau", "noctis_labyrinthus", "sinai_planum"),
  ),
  step(
    "Dust Storm: Redeploy",
    "All Storms are gone, and pieces go home. EarthGov Troops return to Phobos; Troops reinforce Shepard; Rebels slip from Trouvelot to Radau and from Gandhi to Sharma; a Reclaimer goes to Ascraeus Mons.",
    ["redeploy_to:phobos", "redeploy_to:phobos", "redeploy_from:tenzing", "only_some", "redeploy_some_to:shepard", "redeploy_number:1", "redeploy_from:gandhi", "redeploy_to:shepard", "done", "redeploy_to:radau", "redeploy_from:gandhi", "only_some", "redeploy_some_to:sharma", "redeploy_number:3", "redeploy_number:1", "done", "done", "redeploy_from:coronae_montes", "only_some", "redeploy_some_to:ascraeus_mons", "redeploy_number:1", "done"],
    spaces("phobos", "shepard", "radau", "sharma", "ascraeus_mons"),
  ),
];

export default tutorial;
