"""Lists the kinds of places with their tags in OpenStreetMap, and the words for them."""

from __future__ import annotations

TAGS = """
restaurant | amenity=restaurant | place to eat, somewhere to eat, anywhere to eat,
  place for dinner, eatery, diner
cafe | amenity=cafe | coffee shop, coffee house, coffee place, café, tea room, coffee
takeaway | amenity=fast_food | fast food, fast food place, fast food restaurant, takeout,
  take away
bar | amenity=bar | cocktail bar, wine bar, place to drink, somewhere to drink, place for a drink
pub | amenity=pub | beer garden, tavern
ice cream parlor | amenity=ice_cream | ice cream shop, ice cream place, ice cream, gelateria
bakery | shop=bakery | baker, bread shop
butcher | shop=butcher | butcher shop, butcher's
greengrocer | shop=greengrocer | fruit shop, vegetable shop
supermarket | shop=supermarket | grocery store, grocery shop, grocery, groceries, food store
corner shop | shop=convenience | convenience store, convenience shop, mini market
market | amenity=marketplace | farmers market, street market
pharmacy | amenity=pharmacy | chemist, drugstore, drug store, apothecary
doctor | amenity=doctors | doctor's office, doctor's surgery, doctors surgery, gp,
  general practitioner
dentist | amenity=dentist | dental clinic, dental practice, dental surgery
hospital + | amenity=hospital | emergency room, a and e
clinic | amenity=clinic | health center, health centre, medical center, medical centre
vet | amenity=veterinary | veterinarian, animal hospital, veterinary clinic
optician | shop=optician | optometrist, eye doctor
petrol station | amenity=fuel | gas station, filling station, fuel station, service station,
  petrol, fuel
charging station | amenity=charging_station | car charger, ev charger, ev charging station,
  charging point, electric car charger
car park | amenity=parking | parking, parking lot, parking garage, parking space, parking spot,
  place to park, somewhere to park, multi storey car park
car wash | amenity=car_wash |
car rental | amenity=car_rental | car hire, rental car place
garage | shop=car_repair | car mechanic, mechanic, car repair shop, auto repair shop
bank | amenity=bank |
cash machine | amenity=atm | atm, cashpoint, cash point, cash dispenser, hole in the wall
post office | amenity=post_office |
post box | amenity=post_box | mailbox, letter box, postbox
police station | amenity=police | police
fire station | amenity=fire_station |
library | amenity=library | public library
town hall | amenity=townhall | city hall
school | amenity=school |
kindergarten | amenity=kindergarten | nursery, day care, daycare
university + | amenity=university |
church | amenity=place_of_worship religion=christian | cathedral, chapel
mosque | amenity=place_of_worship religion=muslim |
synagogue + | amenity=place_of_worship religion=jewish |
temple | amenity=place_of_worship religion=hindu; amenity=place_of_worship religion=buddhist |
hotel | tourism=hotel | place to stay, somewhere to stay
hostel | tourism=hostel | youth hostel, backpackers
guest house | tourism=guest_house | guesthouse, bed and breakfast, b and b
campsite + | tourism=camp_site | camping site, campground, camping ground
museum + | tourism=museum |
art gallery + | tourism=gallery | gallery
zoo + | tourism=zoo |
aquarium + | tourism=aquarium |
tourist attraction | tourism=attraction | attraction, sight, tourist sight, landmark,
  place to visit
tourist information office | tourism=information | tourist office, tourist information,
  visitor center, visitor centre
cinema + | amenity=cinema | movie theater, movie theatre, film theatre
theatre + | amenity=theatre | theater
nightclub | amenity=nightclub | night club, club, disco
casino + | amenity=casino |
park | leisure=park | public park
playground | leisure=playground |
swimming pool + | leisure=sports_centre sport=swimming; leisure=swimming_pool access!=private |
  pool, public pool
gym | leisure=fitness_centre | fitness center, fitness centre, fitness studio, health club
sports center + | leisure=sports_centre | sports centre, leisure center, leisure centre
bowling alley + | leisure=bowling_alley | bowling, bowling center
ice rink + | leisure=ice_rink | skating rink, ice skating rink
golf course + | leisure=golf_course | golf club
stadium + | leisure=stadium |
sauna + | leisure=sauna | spa
beach + | natural=beach |
hairdresser | shop=hairdresser | barber, barber shop, barbershop, hair salon, place for a haircut
beauty salon | shop=beauty | nail salon, beautician
launderette | shop=laundry | laundry, laundromat, laundrette
dry cleaner | shop=dry_cleaning | dry cleaners, dry cleaning
bookshop | shop=books | bookstore, book shop, book store
clothes shop | shop=clothes | clothing store, clothing shop, clothes store
shoe shop | shop=shoes | shoe store
hardware store | shop=hardware; shop=doityourself | hardware shop, diy store, diy shop
garden center | shop=garden_centre | garden centre
electronics shop | shop=electronics | electronics store
computer shop | shop=computer | computer store
phone shop | shop=mobile_phone | phone store, mobile phone shop
furniture shop + | shop=furniture | furniture store
toy shop | shop=toys | toy store
sports shop | shop=sports | sports store, sporting goods store
bicycle shop | shop=bicycle | bike shop, bike store, bicycle store, bike repair shop
pet shop | shop=pet | pet store
florist | shop=florist | flower shop
gift shop | shop=gift | souvenir shop
jeweller | shop=jewelry | jewelry store, jeweler, jewellery shop
off licence | shop=alcohol | liquor store, bottle shop, wine shop
newsagent | shop=newsagent | newsstand
department store | shop=department_store |
shopping center + | shop=mall | shopping centre, mall, shopping mall
charity shop | shop=charity | thrift store, thrift shop, second hand shop
train station + | railway=station | railway station
bus station + | amenity=bus_station | bus terminal, coach station
bus stop | highway=bus_stop |
taxi rank | amenity=taxi | taxi stand, taxi
airport + | aeroway=aerodrome iata |
bicycle rental | amenity=bicycle_rental | bike rental, bike hire
toilet | amenity=toilets | public toilet, restroom, public restroom, bathroom, washroom, loo
drinking fountain | amenity=drinking_water | water fountain
embassy + | office=diplomatic | consulate
castle + | historic=castle |
viewpoint + | tourism=viewpoint | lookout
locksmith + | shop=locksmith; craft=locksmith |
tailor | shop=tailor; craft=tailor |
brewery + | craft=brewery |
recycling center + | amenity=recycling recycling_type=centre | recycling centre, dump
"""
"""A line each, which an indented one continues: the kind (with a plus where it is rare), its tags,
and other names of it."""

CUISINES = """
thai | chinese | indian: curry | italian | mexican: taco, tacos | japanese | sushi | korean
vietnamese | greek | turkish | lebanese | french | spanish | tapas | portuguese | german | polish
american | ethiopian | moroccan | african | caribbean | asian | mediterranean | persian
nepalese | brazilian | peruvian | argentinian | pizza: pizzeria | burger: hamburger
kebab: doner | seafood | steak_house: steak | noodle: noodles | ramen | chicken: fried chicken
sandwich | fish_and_chips: fish and chip, chip, chippy | barbecue: bbq | breakfast
pancake: crepe | bagel | donut: doughnut | dim_sum: dim sum | tex-mex: tex mex
"""
"""Values of `cuisine`, each with further words for it."""

DIETS = {"vegan": "vegan", "vegetarian": "vegetarian", "halal": "halal", "kosher": "kosher",
          "gluten free": "gluten_free"}  # fmt: skip
PROPER = frozenset(
    """thai chinese indian italian mexican japanese korean vietnamese greek turkish lebanese french
    spanish portuguese german polish american ethiopian moroccan african caribbean asian
    mediterranean persian nepalese brazilian peruvian argentinian""".split()  # noqa: SIM905 - words
)
BARE_FOOD = frozenset({"sushi", "pizza", "burger", "kebab", "ramen", "tapas", "pizzeria", "chippy",
                       "noodle", "steak", "bagel", "donut", "doughnut", "breakfast", "curry",
                       "taco", "fish and chip", "fried chicken", "bbq", "barbecue"})  # fmt: skip
"""Kinds of food that are asked for without a word for the place."""

GENERIC = frozenset(
    """shop store center centre studio salon club court venue place restaurant cafe bar pub office
    agency dealer dealership rental clinic market track rink alley field course trail arcade room
    hall institute museum gallery cinema theatre theater hotel hostel park garden beach pool gym
    bakery school station stop charger bank supermarket pharmacy garage workshop spa
    brewery distillery winery vineyard castle monument cemetery farm marina harbour harbor lake
    viewpoint lawyer solicitor notary accountant plumber electrician locksmith tailor photographer
    therapist physiotherapist dermatologist pediatrician paediatrician""".split()  # noqa: SIM905 - words
)
"""Last words of kinds that no tag is known for: a search that knows all kinds can find them."""
